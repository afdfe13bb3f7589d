import { existsSync, readFileSync, statSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A module hook preloaded by the shop and its commands (package.json): it more than halves the start time. Node parses a package's whole `exports` for
 * each of its files and for each import of it: drizzle-orm's are 180 kB, and it has a hundred files. This hook caches Node's own resolutions. Plain
 * JavaScript, because for TypeScript Node would load its type stripper for this file alone: all others come from the compile cache.
 */
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/viatu-compiled', import.meta.url)))

const sources = ['src', 'packages', 'seed', 'demo'].map((folder) => new URL(`../../${folder}/`, import.meta.url).href)
const known = new Map()
const types = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const from = packageOf(context)
    if (!from) return next(specifier, context)
    if (specifier.startsWith('.')) return neighbour(specifier, context) ?? next(specifier, context)
    if (!/^[a-z@#]/.test(specifier) || specifier.includes(':')) return next(specifier, context)
    const key = `${from} ${specifier}`
    const found = known.get(key) ?? next(specifier, context)
    known.set(key, found)
    return { ...found, shortCircuit: true }
  },
})

/** The scope within which a package and its subpaths resolve the same: the parent's package, or our own source. Null where nothing is cached. */
function packageOf({ parentURL, conditions, importAttributes }) {
  if (!parentURL || !conditions.includes('import') || Object.keys(importAttributes).length > 0) return null
  return /^file:.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(parentURL)?.[0] ?? sources.find((own) => parentURL.startsWith(own)) ?? null
}

/** A relative import within a package of ES modules. */
function neighbour(specifier, { parentURL }) {
  const url = new URL(specifier, parentURL)
  if (!url.pathname.includes('/node_modules/') || !/\.m?js$/.test(url.pathname)) return null
  const path = fileURLToPath(url)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null
  if (!path.endsWith('.mjs') && typeOf(dirname(path)) !== 'module') return null
  return { url: url.href, format: 'module', shortCircuit: true }
}

/** The `type` of the nearest package.json of a folder. */
function typeOf(folder) {
  if (!types.has(folder)) types.set(folder, readType(folder))
  return types.get(folder)
}

function readType(folder) {
  const file = `${folder}/package.json`
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).type
  const above = dirname(folder)
  return folder.endsWith('node_modules') || above === folder ? undefined : typeOf(above)
}
