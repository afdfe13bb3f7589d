import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The sheets of the shop (docs/decisions/0037), without comments. The simulated M-Pesa is a program of its own, with a look of its own. */
const sheets = globSync('{src,demo}/**/*.css').map((path) => ({
  file: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}))
const programs = globSync('src/{ui,web}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** The five widths at which pages change (`src/ui/tokens.css`). */
const widths = ['30rem', '40rem', '48rem', '68.75rem', '77.5rem']
/** What another sheet may say of a class: where it stands and how much room it has there, never what it looks like. */
const placing =
  /^(margin|position$|inset|top$|right$|bottom$|left$|z-index|order$|flex|grid-(area|row|column)|align-self|justify-self|place-self|(min-|max-)?(width|height)$|aspect-ratio|break-inside|translate|transform|scroll-margin|white-space)/

interface Rule {
  file: string
  selectors: string[]
  declarations: [property: string, value: string][]
}
const rules = sheets.flatMap(({ file, text }): Rule[] =>
  [...text.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
    file,
    selectors: splitOutside(selector, ','),
    declarations: [...body.matchAll(/([\w-]+):\s*((?:"[^"]*"|[^;"])+);/g)].map(([, property = '', value = '']) => [
      property,
      value.replaceAll(/\s+/g, ' '),
    ]),
  })),
)
const declared = (property: RegExp) =>
  rules.flatMap(({ file, selectors, declarations }) =>
    declarations.filter(([name]) => property.test(name)).map(([name, value]) => ({ value, where: `${file}: ${selectors[0]} ${name}: ${value}` })),
  )

describe('the sheets', () => {
  it('are there', () => expect(sheets.length).toBeGreaterThan(50))

  it('have eight sizes of type, and titles that move between two of them', () => {
    const size = String.raw`(var\(--text-\d+\)|calc\([\d.]+ \* var\(--text-\d+\)\))`
    const allowed = new RegExp(String.raw`(^|\s)(inherit|${size}|clamp\(${size}, [\d.]+vw, ${size}\))($|\s)`)
    expect(
      declared(/^font(-size)?$/)
        .filter(({ value }) => !allowed.test(value))
        .map(({ where }) => where),
    ).toEqual([])
  })

  it('have eight spaces', () => {
    const bare = (value: string): string => {
      const without = value.replace(/(var|calc|max|min|clamp|env)\([^()]*\)/g, (part) =>
        /^(var|env)/.test(part) || part.includes('¤') ? '¤' : '1px',
      )
      return without === value ? value : bare(without)
    }
    expect(
      declared(/^(margin|padding)|^(row-|column-)?gap$/)
        .filter(({ value }) => /[\d.](px|rem)\b/.test(bare(value)))
        .map(({ where }) => where),
    ).toEqual([])
  })

  it('show photos whole: what may be cut is a wall, an ad, a category, and two thumbnails of the panel', () => {
    const fits = declared(/^object-fit$/)
    const cut = fits.filter(({ value }) => value !== 'contain').map(({ where }) => where.split('/').at(-1)?.split(' object-fit')[0])
    expect(cut.sort()).toEqual([
      'categories.css: .category-item img',
      'content.css: .media-kept img',
      'orders.css: .order-what img',
      'products.css: .stock-table .stock-card img',
      'strip.css: .strip-inside img',
      'strip.css: .strip-video img',
      'wall-board.css: .wall-board-inside img',
    ])
    const whole = new Set(fits.filter(({ value }) => value === 'contain').map(({ where }) => where.split('/').at(-1)?.split(':')[0]))
    for (const sheet of [
      'product-card.css',
      'hero.css',
      'gallery.css',
      'enlarged.css',
      'cart-panel.css',
      'small-summary.css',
      'order-lines.css',
      'products.css',
    ])
      expect(whole, 'sheets with pictures of shoes').toContain(sheet)
  })

  it('change at five widths', () => {
    const queries = sheets.flatMap(({ file, text }) =>
      [...text.matchAll(/@(?:media|container)([^{]*)\{/g)].map(([, query = '']) => ({ file, query })),
    )
    const wrong = queries.filter(
      ({ query }) =>
        /(min|max)-width/.test(query) || (query.match(/(?<=width [<>]=? |\()[\d.]+\w+(?= <|\))/g) ?? []).some((at) => !widths.includes(at)),
    )
    expect(wrong).toEqual([])
    expect(queries.filter(({ query }) => query.includes('width')).length).toBeGreaterThan(50)
  })

  const classes = new Set(rules.flatMap(({ selectors }) => selectors.flatMap((one) => classesIn(one))))

  it('style only classes that are used', () => {
    const all = programs.join('\n')
    // `badge-${tone}` and the like.
    const composed = [...all.matchAll(/([\w-]+-)\$\{/g)].map(([, start]) => start as string)
    const words = new Set(all.split(/[^\w-]+/))
    // The pages that the server writes itself have their own.
    const ofPages = rules.filter(({ file }) => !/^(src\/server|demo)\//.test(file)).flatMap(({ selectors }) => selectors.flatMap(classesIn))
    expect([...new Set(ofPages)].filter((name) => !words.has(name) && !composed.some((start) => name.startsWith(start)))).toEqual([])
  })

  it('have every class that a page names', () => {
    const named = programs.flatMap((text) => [...text.matchAll(/\b(?:className|bodyClass)="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')))
    expect(named.length).toBeGreaterThan(500)
    expect([...new Set(named)].filter((name) => !classes.has(name))).toEqual([])
  })

  it('are the one home of a class each: elsewhere it is only placed. The panel alone wears the shop’s parts denser', () => {
    const homes = new Map<string, Set<string>>()
    for (const { file, selectors, declarations } of rules) {
      if (/^(src\/server|demo|src\/web\/admin)\//.test(file)) continue
      if (declarations.every(([property, value]) => placing.test(property) || (property === 'display' && value === 'none'))) continue
      for (const name of selectors.flatMap((selector) => classesIn(subjectOf(selector)))) homes.set(name, (homes.get(name) ?? new Set()).add(file))
    }
    expect([...homes].filter(([, files]) => files.size > 1).map(([name, files]) => `${name}: ${[...files].join(', ')}`)).toEqual([])
  })
})

function classesIn(selector: string): string[] {
  return [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name as string)
}

/** What a selector styles: `.link` of `.page :is(p, li) > .link:not(.quiet)`. */
function subjectOf(selector: string): string {
  return (splitOutside(selector.trim(), ' ').at(-1) ?? '').replaceAll(/:(has|not)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '')
}

function splitOutside(text: string, at: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text.replaceAll(/\s+/g, ' ')) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === at && depth === 0) parts.push('')
    else parts[parts.length - 1] += sign
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}
