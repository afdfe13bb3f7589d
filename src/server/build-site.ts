import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { withLock } from '@viatu/vault/postgres'
import type { ServerBuild } from 'react-router'
import type { Site } from '#server/pages/render-page.ts'
import { SettingsError } from '#server/settings.ts'
import { shopContext } from '#web/shop-context.ts'

const stampFile = 'build/stamp'
/** The build's input files; while none of them changes, the existing build is used. */
const inputs = ['src/{web,ui,domain}/**/*', 'public/**/*', 'vite.config.ts', 'react-router.config.ts', 'package.json']

/** Not in the folder build, which every build empties. */
const lock = 'node_modules/.cache/viatu-build'
/** How long to wait for another process's build: seconds as a rule, minutes on a small machine under load. */
const timeoutMs = 600_000

/**
 * Builds the pages if their source has changed since the last build. Returns whether it built: of two simultaneous starts one builds and the other waits.
 * @param build puts the pages into `build/`
 */
export async function buildIfNeeded(build: () => Promise<void> = buildPages): Promise<boolean> {
  if (await isBuilt(stampOf())) return false
  return withLock(
    lock,
    async () => {
      const stamp = stampOf()
      if (await isBuilt(stamp)) return false
      // An interrupted build must not count as complete.
      await rm(stampFile, { force: true })
      await build()
      await writeFile(stampFile, stamp)
      return true
    },
    timeoutMs,
  )
}

async function isBuilt(stamp: string): Promise<boolean> {
  return (await readFile(stampFile, 'utf8').catch(() => '')) === stamp
}

async function buildPages(): Promise<void> {
  await run(process.execPath, ['node_modules/@react-router/dev/bin.cjs', 'build'])
  for (const file of globSync('build/client/{sw.js,assets/*.{js,css}}')) {
    const bytes = readFileSync(file)
    await writeFile(`${file}.br`, brotliCompressSync(bytes))
    await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function stampOf(): string {
  const hash = createHash('sha256')
  for (const file of inputs
    .flatMap((pattern) => globSync(pattern, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort()) {
    if (/\.test\.tsx?$/.test(file)) continue
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function run(command: string, args: string[]): Promise<void> {
  return new Promise((settle, fail) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, NODE_ENV: 'production' } })
    const errors: Buffer[] = []
    child.stderr.on('data', (chunk) => errors.push(chunk))
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? settle() : fail(new Error(`the build failed:\n${Buffer.concat(errors)}`))))
  })
}

/** Loads the built pages. Throws SettingsError when they cannot be loaded. */
export async function builtSite(at = new URL('../../build/server/index.js', import.meta.url)): Promise<Site> {
  const build: ServerBuild = await import(at.href).catch((error) => {
    throw new SettingsError(`The pages in the folder build cannot be loaded. Delete that folder and start again. (${error})`)
  })
  return { build, shopContext }
}
