import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '#server/viatu.ts'
import { faultsPage } from '../proof/faults/rows.ts'
import { parts } from '../proof/parts.ts'

/** Floor -> the floors it may stand on (HOUSE.md). Everything may use itself. */
const below: Record<string, string[]> = {
  domain: [],
  db: ['domain'],
  services: ['domain'],
  core: ['db', 'services', 'domain'],
  features: ['core', 'db', 'services', 'domain'],
  ui: ['domain'],
  web: ['features', 'core', 'ui', 'domain'],
  jobs: ['features', 'core', 'domain'],
  server: ['features', 'core', 'jobs', 'domain'],
}
/** The floors inside `src/features`, lowest first: a folder may use those before it. `effects.ts` stands above them: it lists who listens to what a lower one announces. */
const nouns = [
  ...['mail', 'people', 'files', 'settings', 'delivery', 'content', 'catalogue'],
  ...['orders'],
  ...['affiliates', 'notices', 'customers'],
  ...['assistant', 'upkeep', 'staff'],
]
/** The rooms of the ground floor where everything is plugged together: they alone open the database and the services. */
const plugs =
  /^src\/server\/(main|dev|admin|migrate|upgrade|follow-cache-tags|move-database|backup|restore|drill|settings|(start|open|build)-[\w-]+)\.ts$/
/** What stands beside the shop. Packages import nothing of the shop's, which starts the simulator of M-Pesa's as a process (`src/server/start-simulator.ts`). */
const beside = globSync(['{seed,demo}/**/*.ts', 'packages/*/*.ts', 'packages/*/{src,test,examples}/**/*.ts']).map((file) =>
  file.replaceAll('\\', '/'),
)
const daraja = 'packages/daraja/'
const vault = 'packages/vault/'
/** The public names of a package are lists. */
const entries = [`${daraja}src/index.ts`, `${daraja}src/simulator/index.ts`, `${vault}src/index.ts`, `${vault}src/postgres/index.ts`]
/** What opens the database and copies the shop: of it, beside the plugs, they alone use the vault. */
const usesVault = /^src\/(db\/replica\.ts$|services\/backups\/|features\/upkeep\/)/
/** The key under which the server hands the shop to the pages: the one thing of theirs that it knows. */
const handshake = 'src/web/shop-context.ts'

/** The rooms of `src/web` that its folders share. They know no page: of `src/web` they import each other and the files that stand in no folder. */
const sharedRooms = ['first-paint', 'forms', 'lists', 'browser', 'session']
/** What a folder of pages offers to the others; all else in it is its own. What two folders share belongs into a shared room or, where it only looks, to `src/ui`. */
const offered: Record<string, string[]> = {
  account: ['account.css', 'email-sent', 'sign-out-action'],
  affiliate: ['own-link', 'product-share'],
  cart: ['add-to-cart', 'cart-context', 'fresh-prices', 'size-elsewhere'],
  catalogue: ['list-filter'],
  chat: ['launcher'],
  dashboard: ['dashboard-acts', 'dashboard-layout'],
  layout: ['logo', 'pending', 'session-links'],
  offline: ['offline-shop', 'viewed-products'],
  order: ['cart-back', 'order-page-state', 'pending-claim', 'saved-order-links', 'watch-order'],
  product: ['other-shoes', 'product-page'],
}
/** Imports between the folders of pages; there are to be ever fewer. */
const maxImportsBetweenPages = 51

const files = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const floorOf = (file: string) => file.split('/')[1] as string
/** `cart` of `src/web/cart/fresh-prices.ts`; none for a file that stands in no folder of `src/web`. */
const pageFolderOf = (file: string) => /^src\/web\/([^/]+)\//.exec(file)?.[1]

const texts = new Map([...files, ...beside].map((file) => [file, readFileSync(file, 'utf8')]))
const textOf = (file: string) => texts.get(file) as string

function importsOf(file: string): string[] {
  return importsIn(textOf(file))
}

function importsIn(text: string): string[] {
  return [...text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)'([^']+)'/g)].map((match) => match[1] as string)
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier)).replaceAll('\\', '/')
  return null
}

/** Words of comments that a reader from elsewhere has to guess at: name who does it, and say again, not anew. */
const unclear = /\b(anew|as everywhere|[wW]hoever)\b|(?<![tT]here )\b(is|are) none\b|\*\* Answers (the|how|whether|null|false|its)\b/

/** Names that were replaced; what each became is in the history. */
const banned = {
  names:
    /\b(takeTurns?|hasTurns|forgetTurns|createTurns|idOnce|madeBefore|rememberFor|throughPassingTrouble|isPassing(Trouble)?|plannedAnew|refuseOverwriting|shownAs|onlyChanged|CarriedFields|useStayingRows|GoneWords|looksAtFresh|looksAgain|AdminSheet|ScriptMark|withoutMarks|KeptPage|toKept|isOfTheShelf|createNews|streamNews|createGate|keptSession|forgottenSession|makePaperCodes|writeLetter|askForLetter|LetterFacts|SessionNews|ScriptedMark|ShoeWish|wishedCents|parseWish|chatStage|useRoom|askAboutPayout|giveBack|stopPayouts|refuseWhileStopped|getOrderDesk|getPayoutDesk|retakeStock|moveOrder|whatPaymentDoes|createEchoTest|kept_?[rR]ankings|day_?[tT]allies|tally_of|fold_?[tT]allies|jobs_?[dD]one|letter_?[rR]equests|unbooked_at|isUnbooked|unbookedReceipts|clicks_forgotten|untoldClaim|toldToBegin|createSpeaker|agoWords|countWords|waitWords|mostCounted|dearestPrice|passwordMost|keptAddress|keptAs|noticeHours|nextLookAfter|lastLookWait|keptSecret|isUntold|shortestSecret|previewShelf|mostAtOnce|StandingPayout|StandingCommission|isOnDesk|createCommission|settleCommission|confirmConversion|forgetOld|removeReleased|keepRankings|listListed|countListed|findCleared|ClearedPayment|clearedSince|keptReferral|keptOpened|lookOrReview|lookSoon|countReviews|getKeptMail|KeptMail|mailRetentionDays|describeOutcome)\b/g,
  files:
    /^(take-turn|turns|made-once|remembered|passing-trouble|planned-anew|refuse-overwriting|carried-fields|only-changed|staying-rows|gone-words|looks-at-fresh|drop|sheet|script-mark|news|gate|enter|letter-requests|make-paper-codes|session-now|keep-wish|shoe-wish|looked-at|look-up-payout|make-room|give-back|stop-payouts|payout-desk|get-order-desk|put-back|move-order|double-tap|told|speaker|claims|query-words|preview-shelf|create-commission|settle-commission|confirm-conversion|forget-old|remove-released|keep-rankings|list-listed|payment-looked-at|find-cleared|finding|count-reviews|get-kept-mail|describe-outcome|wall|worker)$/,
  folders: /\/(doors|letters)\//,
}

describe('the floors', () => {
  it('has files to look at', () => expect(files.length).toBeGreaterThan(20))

  it('has no arrow that runs up', () => {
    const wrong = files
      .filter((file) => !isTest(file) && !plugs.test(file))
      .flatMap((file) =>
        importsOf(file)
          .map((specifier) => targetOf(file, specifier))
          .filter((target): target is string => target?.startsWith('src/') ?? false)
          .filter((target) => target !== handshake && floorOf(target) !== floorOf(file) && !below[floorOf(file)]?.includes(floorOf(target)))
          .map((target) => `${file} -> ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('has floors inside features: a noun uses those below it, and no two use each other', () => {
    const folderOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]
    const floorOfNoun = (file: string) => nouns.indexOf(folderOf(file) as string)
    const inside = files.filter((file) => folderOf(file) && !isTest(file))
    expect([...new Set(inside.map(folderOf))].sort()).toEqual([...nouns].sort())
    const wrong = inside.flatMap((file) =>
      importsOf(file)
        .map((specifier) => targetOf(file, specifier) ?? '')
        .filter((target) => target.startsWith('src/features/') && (floorOfNoun(target) === -1 || floorOfNoun(target) > floorOfNoun(file)))
        .map((target) => `${file} -> ${target}`),
    )
    expect(wrong).toEqual([])
  })

  it('lists who listens in one file, which the opening of the shop alone imports', () => {
    const reaching = files.filter(
      (file) => !isTest(file) && importsOf(file).some((specifier) => targetOf(file, specifier) === 'src/features/effects.ts'),
    )
    expect(reaching).toEqual(['src/server/open-shop.ts'])
  })

  it('has a kit that knows no shop words', () => {
    const kit = files.filter((file) => file.startsWith('src/ui/kit/') && !isTest(file))
    expect(kit.flatMap((file) => importsOf(file).filter((specifier) => specifier.startsWith('#ui/shop/')))).toEqual([])
  })

  it('has folders of pages that import of each other only what is offered, in few places, and shared rooms that import none of them', () => {
    const between = files
      .filter((file) => file.startsWith('src/web/') && !isTest(file))
      .flatMap((file) => importsOf(file).map((specifier) => ({ from: pageFolderOf(file), file, target: targetOf(file, specifier) ?? '' })))
      .filter(({ from, target }) => from && target.startsWith('src/web/') && !target.includes('/+types/'))
      .filter(({ from, target }) => pageFolderOf(target) && pageFolderOf(target) !== from && !sharedRooms.includes(pageFolderOf(target) as string))
    const ofRooms = between.filter(({ from }) => sharedRooms.includes(from as string)).map(({ file, target }) => `${file} -> ${target}`)
    expect(ofRooms).toEqual([])
    const isOffered = (target: string) =>
      offered[pageFolderOf(target) as string]?.includes(target.slice(target.lastIndexOf('/') + 1).replace(/\.tsx?$/, ''))
    expect(between.filter(({ target }) => !isOffered(target)).map(({ file, target }) => `${file} -> ${target}`)).toEqual([])
    expect(between.length).toBeLessThanOrEqual(maxImportsBetweenPages)
    const used = new Set(between.map(({ target }) => `${pageFolderOf(target)}/${target.slice(target.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')}`))
    expect(
      Object.entries(offered)
        .flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`))
        .filter((name) => !used.has(name)),
    ).toEqual([])
  })

  it('has sections of the panel that import nothing of each other', () => {
    const sectionOf = (file: string) => /^src\/web\/admin\/([^/]+)\//.exec(file)?.[1]
    const between = files
      .filter((file) => sectionOf(file) && !isTest(file))
      .flatMap((file) => importsOf(file).map((specifier) => ({ file, target: targetOf(file, specifier) ?? '' })))
      .filter(({ file, target }) => sectionOf(target) && sectionOf(target) !== sectionOf(file))
    expect(between).toEqual([])
  })

  it.each([
    [daraja, 60],
    [vault, 25],
  ])('has in %s a package that knows nothing of the shop', (folder, least) => {
    const own = beside.filter((file) => file.startsWith(folder))
    expect(own.length).toBeGreaterThan(least)
    const outside = (file: string) =>
      importsOf(file).filter((name) => name.startsWith('#') || (name.startsWith('.') && !targetOf(file, name)?.startsWith(folder)))
    expect(own.flatMap((file) => outside(file).map((name) => `${file} -> ${name}`))).toEqual([])
  })

  it('has a client of M-Pesa that needs no package, a simulator that needs three, and a vault that needs what PostgreSQL and copies need', () => {
    const packagesOf = (folder: string) => {
      const run = beside.filter((file) => file.startsWith(folder) && !isTest(file))
      const names = run.flatMap((file) => importsOf(file).filter((name) => !/^(\.|node:)/.test(name)))
      return [...new Set(names.map((name) => name.replace(/^(@[^/]+\/)?([^/]+).*$/, '$1$2')))].sort()
    }
    expect([`${daraja}src/client/`, `${daraja}src/`, `${vault}src/`].map(packagesOf)).toEqual([
      [],
      ['@hono/node-server', 'hono', 'zod'],
      ['@aws-sdk/client-s3', 'pg', 'zod'],
    ])
  })

  it('has a shop that knows packages by their public names, and starts the simulator of M-Pesa as a process; tests use that by its name', () => {
    const all = globSync('{src,test,bench,proof,demo,seed}/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))
    const namesOf = (file: string) => importsIn(readFileSync(file, 'utf8')).map((name) => targetOf(file, name) ?? name)
    const wrong = all.flatMap((file) => {
      const isShop = /^(src|demo|seed)\//.test(file) && !isTest(file)
      const allowed = isShop
        ? /^@viatu\/(daraja|vault(\/postgres)?)$/
        : /^(@viatu\/(daraja(\/simulator)?|vault(\/postgres)?)|packages\/(daraja|vault)\/test\/[\w-]+\.ts)$/
      return namesOf(file)
        .filter((name) => /^(@viatu\/|packages\/)/.test(name) && !allowed.test(name))
        .map((name) => `${file} -> ${name}`)
    })
    expect(wrong).toEqual([])
    const starting = files.filter((file) => !isTest(file) && textOf(file).includes('simulator/main.ts'))
    // The command of `npx viatu` is the simulator alone, without a shop.
    expect(starting).toEqual(['src/server/start-simulator.ts', 'src/server/viatu.ts'])
  })

  it('has few that use the vault: what copies the shop, the replica of lists, and where everything is plugged together', () => {
    const using = files.filter((file) => !isTest(file) && importsOf(file).some((name) => name.startsWith('@viatu/vault')))
    expect(using.filter((file) => !plugs.test(file) && !usesVault.test(file))).toEqual([])
  })

  it('has a demo that one place opens, tests aside: nothing else of the shop imports anything of it', () => {
    const reaching = files.filter((file) => !isTest(file) && importsOf(file).some((specifier) => targetOf(file, specifier)?.startsWith('demo/')))
    expect(reaching).toEqual(['src/server/start-shop.ts'])
  })

  it('has made-up orders in the demo only, tests aside: nothing else of the shop imports what makes them', () => {
    const reaching = files.filter((file) => !isTest(file) && importsOf(file).some((specifier) => targetOf(file, specifier)?.startsWith('seed/')))
    expect(reaching).toEqual([])
  })

  it('keeps domain free of packages, clocks and I/O', () => {
    const domain = files.filter((file) => floorOf(file) === 'domain' && !isTest(file))
    expect(domain.flatMap((file) => importsOf(file).filter((specifier) => !specifier.startsWith('#domain/')))).toEqual([])
    expect(domain.filter((file) => /\bnew Date\(\)|Date\.now\(|Math\.random\(|\bfetch\(|process\./.test(textOf(file)))).toEqual([])
  })

  it('knows every floor', () => expect([...new Set(files.map(floorOf))].filter((floor) => !(floor in below))).toEqual([]))

  it('has no barrels and no drawers for odds and ends', () => {
    const inner = [...files, ...beside].filter((file) => !entries.includes(file))
    expect(inner.filter((file) => /(^|\/)(index|utils?|helpers?|common|misc)(\.tsx?|\/)/.test(file))).toEqual([])
  })

  it('names files in kebab-case', () => {
    expect([...files, ...beside].filter((file) => !/^(src|packages|seed|demo)(\/[a-z0-9-]+)+(\.(test|server|client|d))?\.tsx?$/.test(file))).toEqual(
      [],
    )
  })

  it('has a shop that imports no test, and a part of npm run proof for each folder of proof', () => {
    const reaching = files.filter((file) => !isTest(file) && importsOf(file).some((name) => /^(test|proof)\//.test(targetOf(file, name) ?? '')))
    expect(reaching).toEqual([])
    const inProof = globSync('proof/*/*.ts').map((file) => file.replaceAll('\\', '/'))
    expect([...new Set(inProof.map(floorOf))].sort()).toEqual(
      Object.entries(parts)
        .filter(([, { runs }]) => runs.some(({ daily }) => !daily))
        .map(([name]) => name)
        .sort(),
    )
    // What is run by a number is written once, for every day and for proof: such a test only calls it.
    const daily = inProof.filter((file) => isTest(file) && existsSync(file.replace(/^proof\/[^/]+/, 'test')))
    expect(daily.filter((file) => readFileSync(file, 'utf8').split('\n').length > 10).sort()).toEqual([
      'proof/crash/crash.test.ts',
      'proof/start/start.test.ts',
    ])
  })

  it('splits a file at 250 lines, tables and tests aside', () => {
    const tables = ['src/db/schema.ts', 'src/domain/problem.ts', 'src/features/settings/setting-fields.ts']
    expect([...files, ...beside].filter((file) => !isTest(file) && !tables.includes(file) && textOf(file).split('\n').length > 251)).toEqual([])
  })

  it('names the storage of a browser in one file, and in the script that runs before all others', () => {
    const naming = files.filter((file) => !isTest(file) && /\b(local|session)Storage\b/.test(textOf(file)))
    expect(naming.sort()).toEqual(['src/web/browser/stored-value.ts', 'src/web/session/session-watch.ts'])
  })

  it('gives each file a base name of its own, tests beside their file aside', () => {
    const named = files.filter((file) => !isTest(file))
    const nameOf = (file: string) => basename(file).replace(/\.tsx?$/, '')
    const byName = Map.groupBy(named, nameOf)
    expect([...byName.values()].filter((same) => same.length > 1)).toEqual([])
  })

  it.each(['docs/decisions/*.md', 'src/db/migrations/*.sql'])('gives each of %s a number of its own', (pattern) => {
    const numbers = globSync(pattern).map((file) => basename(file).slice(0, 4))
    expect(numbers.length).toBeGreaterThan(0)
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([])
  })

  it('keeps to the names of the field: what has a better name is not called by its old one', () => {
    const bannedFiles = files.filter((file) => banned.files.test(basename(file).replace(/(\.test)?\.tsx?$/, '')) || banned.folders.test(file))
    const bannedNames = files.flatMap((file) => (textOf(file).match(banned.names) ?? []).map((name) => `${file}: ${name}`))
    expect([bannedFiles, bannedNames]).toEqual([[], []])
  })

  it('writes comments in plain sentences', () => {
    const comments = [...files, ...beside]
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .filter((line) => /^\s*(\/\*\*|\*|\/\/)/.test(line))
          .map((line) => ({ file, line: line.trim() })),
      )
    expect(comments.length).toBeGreaterThan(1_000)
    expect(comments.filter(({ line }) => unclear.test(line)).map(({ file, line }) => `${file}: ${line}`)).toEqual([])
  })
})

describe('the pages about the code', () => {
  const aboutCode = ['README.md', 'HOUSE.md', 'CONTRIBUTING.md', 'docs/dependencies.md', 'docs/flows.md', 'docs/glossary.md']
  // A name without a folder is in the folder of the one before it, on the same line.
  it.each(aboutCode)('%s names files that are there', (page) => {
    const missing = readFileSync(page, 'utf8')
      .split('\n')
      .flatMap((line) => {
        let folder = ''
        return [...line.matchAll(/`([\w./-]+\.(?:tsx?|sql|md))`/g)].flatMap(([, name = '']) => {
          const found = [join(name.includes('/') ? '.' : folder, name), name, join('src', name)].find((path) => existsSync(path))
          if (found) folder = dirname(found)
          return found ? [] : [name]
        })
      })
    expect(missing, `${page} names no file of the project by these: write the path from its root`).toEqual([])
  })

  it('names commands that are there', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const pages = ['README.md', 'HOUSE.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('{docs,deploy,bench}/**/*.{md,conf,service}')]
    const missing = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\b(npm run(?: viatu --)?|npx viatu) ([a-z][\w:-]*)/g)]
        .filter(([, how, name = '']) => !Object.hasOwn(how === 'npm run' ? scripts : commands, name))
        .map(([words]) => `${page}: ${words}`),
    )
    expect(missing).toEqual([])
  })

  it('says of each direct dependency why it is here, and of nothing else', () => {
    const rows = [...readFileSync('docs/dependencies.md', 'utf8').matchAll(/^\| (`[^|]+) \|/gm)].map(([, names = '']) => names)
    const direct = ['package.json', ...globSync('{packages,test}/*/package.json')].flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'))
      return Object.keys({ ...dependencies, ...devDependencies })
    })
    expect(rows.flatMap((names) => names.replaceAll('`', '').split(', ')).sort()).toEqual([...new Set(direct)].sort())
  })

  it('has a page of faults that says what their tests look for: VIATU_RECORD=1 npm run proof -- faults writes it', () =>
    expect(readFileSync('docs/generated/faults.md', 'utf8')).toBe(faultsPage()))
})
