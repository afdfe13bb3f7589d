import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { floor, later } from './newer-features.ts'

/** Where one of them is asked for first, or comes with a package: what happens without it. */
const without: Record<string, string> = {
  '.showPopover': 'toasts lie in the page, below an open dialog’s veil only where none contains them (ui/kit/toast.tsx asks first)',
  '.hidePopover': 'as .showPopover',
  ':popover-open': 'as .showPopover',
  requestIdleCallback: 'a timer takes its place (web/session/session-watch.ts asks first)',
  scrollend: 'React has a name for the event; the shop listens to none',
  '.startViewTransition': 'the router shows the next page without a transition; the shop asks for none',
}

/** The sources that pages are made of: those of `web` and `ui`, and what they import of `domain`. */
function sourcesOfPages(): Map<string, string> {
  const texts = new Map<string, string>()
  const add = (file: string) => {
    if (texts.has(file)) return
    const text = readFileSync(file, 'utf8')
    texts.set(file, text)
    for (const [, target] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '#(domain\/[^']+)'/gm)) add(`src/${target}`)
  }
  for (const file of globSync('src/{web,ui}/**/*.{ts,tsx}').filter((name) => !/\.test\.tsx?$/.test(name))) add(file.replaceAll('\\', '/'))
  return texts
}

const patterns = Object.keys(later).map((name) => {
  const escaped = name.replaceAll(/[.()?<!:]/g, '\\$&')
  return { name, pattern: new RegExp(`${/^\w/.test(name) ? '\\b' : ''}${escaped}${/\w$/.test(name) ? '\\b' : ''}`) }
})

/** The newer names in a text without its comments. */
function newerIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|(^|\s)\/\/ .*/g, '')
  return patterns.filter(({ pattern }) => pattern.test(code)).map(({ name }) => name)
}

const expected = (found: string[][]) => found.filter(([name]) => !(String(name) in without))

describe('what browsers run', () => {
  it('has a list of what is newer than the floor', () => {
    expect(Object.entries(later).filter(([, versions]) => versions.every((version, at) => version <= (floor[at] as number)))).toEqual([])
    expect(readFileSync('vite.config.ts', 'utf8')).toContain(`['chrome${floor[0]}', 'safari${floor[1]}', 'firefox${floor[2]}']`)
  })

  it('finds what it looks for', () => {
    expect(newerIn('a?.toSorted(b); URL.canParse(c) // .toSpliced(')).toEqual(['URL.canParse', '.toSorted'])
    expect(newerIn('isUnion(a.unionOf); MyURL.canParser()')).toEqual([])
  })

  it('uses nothing newer in our sources, but where it asks first', () => {
    const sources = sourcesOfPages()
    expect(sources.size).toBeGreaterThan(200)
    // Routes without a page answer with `Response.json`; they are never built for browsers.
    const found = [...sources].flatMap(([file, text]) => newerIn(text).map((name) => [name, file]))
    const asked = found.flatMap(([name, file]) => (name === 'Response.json' ? [] : `${name} in ${file}`))
    expect(asked.sort()).toEqual([
      ...['.hidePopover', '.showPopover', ':popover-open'].map((name) => `${name} in src/ui/kit/toast.tsx`),
      'requestIdleCallback in src/web/session/session-watch.ts',
    ])
  })

  it('uses nothing newer in the built scripts, packages included, but for what is known', () => {
    const scripts = globSync('build/client/**/*.js')
    expect(scripts.length).toBeGreaterThan(50)
    const found = scripts.flatMap((file) => newerIn(readFileSync(file, 'utf8')).map((name) => [name, file]))
    expect(expected(found)).toEqual([])
    expect(Object.keys(without).filter((name) => !found.some(([each]) => each === name))).toEqual([])
  })

  it('has no list of selectors that falls as a whole with one that names `:has(`', () => {
    const inParentheses = /\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g
    const mixed = globSync('src/**/*.css').flatMap((file) => {
      const rules = readFileSync(file, 'utf8')
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/(?<=[{};]|^)[^{};@]+(?=\{)/g)
      return Array.from(rules, ([list]) => {
        // What `:is` does not know it leaves out.
        const selectors = list
          .replaceAll(new RegExp(`:is${inParentheses.source}`, 'g'), '')
          .replaceAll(inParentheses, (inner) => inner.replaceAll(',', ' '))
        return new Set(selectors.split(',').map((each) => each.includes(':has('))).size > 1 ? `${file}: ${list.trim()}` : []
      }).flat()
    })
    expect(mixed).toEqual([])
  })

  it('has sheets that such browsers read', () => {
    const sheets = globSync('build/client/assets/*.css').map((file) => [file, readFileSync(file, 'utf8')] as const)
    expect(sheets.length).toBeGreaterThan(10)
    expect(sheets.filter(([, text]) => /@media[^{]*\(\s*(width\s*[<>]|[\d.]+\w+\s*[<>])/.test(text)).map(([file]) => file)).toEqual([])
  })
})
