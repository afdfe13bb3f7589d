import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recordPromise } from './promises.ts'

const page = readFileSync('docs/asvs.md', 'utf8')
/** Requirements of ASVS 5.0.0 of level 1 and level 2 in each chapter that applies. */
const requirements: Record<string, [number, number]> = {
  V1: [8, 19],
  V2: [4, 7],
  V3: [8, 11],
  V4: [2, 8],
  V5: [4, 5],
  V6: [13, 22],
  V7: [6, 12],
  V8: [4, 3],
  V11: [3, 11],
  V12: [3, 6],
  V13: [1, 12],
  V14: [2, 7],
  V15: [3, 10],
  V16: [0, 16],
}
const statuses = ['met', 'not applicable', 'excepted', 'not met'] as const

const cellsOf = (line: string) => line.slice(2, -2).split(' | ')
const rows = [...page.matchAll(/^\| \d+\.\d+\.\d+ \|.*\|$/gm)].map(([line]) => {
  const [number = '', level, words, status = '', shown = '', reason, ...more] = cellsOf(line)
  return { number, level: Number(level), words, status, shown, reason, more }
})
const count = (of: typeof rows) => {
  const [met, ...others] = statuses.map((status) => `${of.filter((row) => row.status === status).length} ${status}`)
  return [met?.replace('met', `of ${of.length} met`), ...others].join(', ')
}
/** The files that a cell names, each with the tests named behind it. */
const namedIn = (shown: string) =>
  [...shown.matchAll(/`([^`]+)`([^`]*)/g)].map(([, file = '', titles = '']) => ({
    file,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title]) => title),
  }))

describe('the list of ASVS', () => {
  it('has every requirement once, in order, with a status and what shows it or why not', () => {
    const found = Object.fromEntries(
      Object.keys(requirements).map((chapter) => {
        const of = rows.filter(({ number }) => `V${number.split('.')[0]}` === chapter)
        return [chapter, [1, 2].map((level) => of.filter((row) => row.level === level).length)]
      }),
    )
    expect(found).toEqual(requirements)
    expect(rows).toHaveLength(210)
    const places = rows.map(({ number }) => number.split('.').reduce((place, part) => place * 100 + Number(part), 0))
    expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    expect(rows.filter(({ status, words, more }) => !statuses.some((known) => known === status) || !words || more.length > 0)).toEqual([])
    expect(
      rows.filter(({ status, shown, reason }) => (status === 'met' ? namedIn(shown).length === 0 : !reason)).map(({ number }) => number),
    ).toEqual([])
  })

  it('says at its head what its rows add up to', () => {
    const first = rows.filter(({ level }) => level === 1)
    expect(page).toContain(`**${count(rows)}.** Of level 1: ${count(first)}.`)
    for (const chapter of Object.keys(requirements)) {
      const of = rows.filter(({ number }) => `V${number.split('.')[0]}` === chapter)
      const line = new RegExp(`^\\| ${chapter} .*$`, 'm').exec(page)?.[0] ?? ''
      const numbers = [...(requirements[chapter] ?? []), ...statuses.map((status) => of.filter((row) => row.status === status).length)]
      expect(cellsOf(line).slice(1), chapter).toEqual(numbers.map(String))
    }
    const tested = rows.filter(({ status, shown }) => status === 'met' && /\.test\.tsx?`/.test(shown)).length
    recordPromise({
      promise: 'ASVS 5.0: requirements met',
      command: 'npm run check',
      figure: `${count(rows)}; of those met ${tested} are shown by tests. Level 1: ${count(first)}`,
    })
  })

  it('names files and tests that are there', () => {
    const wrong = rows.flatMap(({ number, shown }) =>
      namedIn(shown).flatMap(({ file, titles }) => {
        if (!existsSync(file)) return [`${number}: ${file}`]
        const text = readFileSync(file, 'utf8')
        return titles
          .filter((title) => !["'", '`'].some((mark) => text.includes(`${mark}${title}${mark}`)))
          .map((title) => `${number}: ${file}: ${title}`)
      }),
    )
    expect(wrong).toEqual([])
    const papers = page.slice(page.indexOf('\n## What the standard wants'))
    expect([...papers.matchAll(/`((?:src|docs|test|proof)\/[\w./-]+)`/g)].filter(([, file = '']) => !existsSync(file))).toEqual([])
  })
})

const program = globSync('{src,demo}/**/*.{ts,tsx}')
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const filesWith = (pattern: RegExp) => program.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

describe('the program, as the list says', () => {
  it('starts programs without a shell, and runs no text as a program', () => {
    expect(filesWith(/\beval\(|new Function\(|node:vm|shell: *true|import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'/)).toEqual([])
    // Expressions made of other texts: each is of texts of the shop's own. Look at a new one before it is added here.
    expect(filesWith(/new RegExp\((?!String\.raw`[^$]*`)/).sort()).toEqual([
      'src/domain/account.ts',
      'src/domain/model-reply.ts',
      'src/domain/search-query.ts',
      'src/domain/storage.ts',
      'src/features/people/sessions.ts',
      'src/web/chat/ask.ts',
    ])
  })

  it('puts nothing but names and numbers of its own into SQL as text', () => {
    // Each is a name of a table or column, or a number, of the program. Look at a new one before it is added here.
    const raw = filesWith(/\bsql\.raw\(/).filter((file) => /^src\/(core|features|web|domain)\//.test(file))
    expect(raw.sort()).toEqual([
      'src/core/select-of.ts',
      'src/features/affiliates/wallet/check-ledger.ts',
      'src/features/catalogue/product-filter.ts',
      'src/features/catalogue/stock.ts',
      'src/features/catalogue/write-import.ts',
      'src/features/people/find-actor.ts',
      'src/features/staff/clear-user-data.ts',
      'src/features/staff/rankings.ts',
      'src/features/staff/snapshots.ts',
      'src/features/upkeep/delete-expired-rows.ts',
    ])
  })

  it('writes every cookie for this host alone, over https, and out of the reach of scripts and other sites', () => {
    const writers = filesWith(/Path=\//)
    expect(writers.length).toBeGreaterThanOrEqual(5)
    for (const { file, text } of program.filter(({ file }) => writers.includes(file))) {
      for (const [line] of text.matchAll(/.*Path=\/.*/g))
        expect([file, /; HttpOnly/.test(line), /; SameSite=Lax/.test(line), /Path=\/;/.test(line)]).toEqual([file, true, true, true])
      expect([file, /; Secure/.test(text), /__Host-|sessionCookieName/.test(text)]).toEqual([file, true, true])
    }
    expect(readFileSync('src/features/people/better-auth.ts', 'utf8')).toMatch(
      /__Host-[\s\S]*defaultCookieAttributes: \{ httpOnly: true, sameSite: 'lax', path: '\/', secure: isSecure \}/,
    )
  })

  it('masks every password field, and lets password managers and the clipboard fill it', () => {
    const fields = program.flatMap(({ file, text }) =>
      [...text.matchAll(/<(\w+)\s[^<]*?autoComplete="(?:current|new)-password"[^<]*?\/>/g)].map(([field, name]) => ({ file, field, name })),
    )
    expect(fields.length).toBeGreaterThanOrEqual(8)
    expect(fields.filter(({ field, name }) => name !== 'PasswordField' && !field.includes('type="password"'))).toEqual([])
    expect(readFileSync('src/web/forms/password-fields.tsx', 'utf8')).toContain("type={shown ? 'text' : 'password'}")
    expect(filesWith(/onPaste|'paste'|<PasswordField[^>]*autoComplete="off"/)).toEqual([])
  })

  it('draws nothing that must not be guessed from Math.random, and hashes with nothing weaker than SHA-256', () => {
    expect(filesWith(/Math\.random/)).toEqual([])
    expect(filesWith(/create(Hash|Hmac)\('(?!sha256')/)).toEqual(['src/db/database-connection.ts'])
  })

  it('has every package pinned, with its hash, from the registry alone', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, { link?: boolean; integrity?: string; resolved?: string }>
    }
    const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
    expect(installed.length).toBeGreaterThan(300)
    expect(installed.filter(([, { integrity, resolved }]) => !/^sha512-/.test(integrity ?? '') || resolved).map(([path]) => path)).toEqual([])
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
    expect(Object.values({ ...dependencies, ...devDependencies }).filter((version) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
  })
})
