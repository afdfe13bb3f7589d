import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import type { Services } from '#core/context.ts'
import type { ReplicaState } from '#db/replica.ts'
import type { AlertChoice } from '#domain/alert.ts'
import { saveAlertChoices } from '#features/staff/alerts/alert-settings.ts'
import { getMetrics } from '#features/staff/monitoring/get-metrics.ts'
import { countTroubles, getShopStatus } from '#features/staff/monitoring/get-shop-status.ts'
import { createMonitor, type Monitor, type Probe } from '#features/staff/monitoring/monitor.ts'
import type { Model } from '#services/assistant/model.ts'
import { type Entered, entered, signedIn } from '../../../../test/accounts.ts'
import { admin, as, contextOn, placed, putOnShelf, tellFailed, tellPaid } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { readMetrics } from '../../../../test/prometheus.ts'

const database = useDatabase({ isWalk: true })

let owner: Entered
beforeAll(async () => {
  owner = await entered(database, { isAdmin: true })
  owner.actor = (await signedIn(contextOn(database), owner)).actor
})

const well: Probe = {
  pools: () => ({ pages: { inUse: 2, waiting: 0, max: 10 } }),
  breakers: () => ({ payments: false }),
  replica: null,
  schema: async () => '0019',
  disk: async () => ({ free: 40e9, total: 100e9 }),
}
function contextWith(probe: Partial<Probe> = {}, change: (monitor: Monitor) => void = () => {}, services: Partial<Services> = {}) {
  const ctx = as(contextOn(database), admin)
  const monitor = createMonitor({ ...well, ...probe })
  change(monitor)
  return { ...ctx, services: { ...ctx.services, ...services, monitor } }
}
/** A shop with a replica, a model and a bucket beside it. */
function contextBesideOthers(replica: ReplicaState, calls: [event: string, outcome: string, ms: number][] = [], dailyTokens = 50_000) {
  const { files } = contextOn(database).services
  const model: Model = { answer: () => expect.unreachable('the page asked the model') }
  const change = ({ call }: Monitor) => {
    for (const [event, outcome, ms] of calls) call({ event, outcome, ms })
  }
  return contextWith({ replica: async () => replica, breakers: () => ({ payments: false, assistant: calls.length > 5 }) }, change, {
    assistant: { model, dailyTokens },
    files: { ...files, isRemote: true },
  })
}
const lineOf = async (name: string, ctx = contextWith()) => (await getShopStatus(ctx)).find((line) => line.name === name)

it('counts what is not well, from what was read in the last half minute', async () => {
  let free = 400e6
  const ctx = contextWith({ disk: async () => ({ free, total: 100e9 }) })
  const before = await countTroubles(ctx)
  free = 40e9
  const [again, now] = [await countTroubles(ctx), await countTroubles(ctx, 0)]
  expect([again - before, now - before]).toEqual([0, -1])
})

it('is good where all is well, and says so in words', async () => {
  const change = ({ call, jobs }: Monitor) => {
    for (const ms of [1_000, 2_000, 9_000]) call({ event: 'mpesa prompt', outcome: 'accepted', ms })
    jobs.set('send mails', { everySeconds: 2, lastSuccess: Date.now(), seconds: 0.1, failures: 3, isFailing: false })
  }
  const ctx = contextWith({}, change, { sms: { send: () => expect.unreachable('the page sent an SMS') } })
  const shoe = await putOnShelf(database)
  const [one, other] = [await placed(contextOn(database), shoe), await placed(contextOn(database), shoe)]
  await tellPaid(one.ctx, one.attempt)
  await tellFailed(other.ctx, other.attempt, 1037)
  const lines = await getShopStatus(ctx)
  expect(lines.filter(({ state, todo }) => state !== 'good' || todo !== null)).toEqual([
    // The shop of the tests is no demo.
    { name: 'Backup', state: 'attention', said: 'None is set up.', todo: expect.any(String), of_process: false },
  ])
  expect(lines.map(({ name }) => name)).toEqual([
    'Backup',
    'Shop',
    'Database',
    'M-Pesa',
    "M-Pesa's messages",
    'E-mails and SMS',
    'News of orders',
    'Background jobs',
    'Books',
    'Disk',
  ])
  const said = Object.fromEntries(lines.map((line) => [line.name, line.said]))
  const technical = Object.fromEntries(lines.map((line) => [line.name, line.technical]))
  expect(said['M-Pesa']).toBe('M-Pesa answers in 2 s. 2 prompts in the last hour: 1 paid, 1 timed out.')
  expect(said.Shop).toMatch(/^Open for .* s; nothing waits\.$/)
  expect(technical.Shop).toBe('Database version 0019. 2 of 10 connections to the database are in use.')
  expect(said.Database).toMatch(/^Answers in (less than )?0\.\d+ s and holds \d+ MB\.$/)
  expect(technical.Database).toMatch(/^\d+ of \d+ connections are open; the longest query has run for .* s\.$/)
  expect(said['Background jobs']).toBe('1 job has run as due.')
  expect(said['News of orders']).toBe('News of a paid order reaches 1 person of the shop, and its buyer by SMS or e-mail.')
  expect(said.Disk).toBe('40.0 GB of 100.0 GB are free where the shop keeps its files.')
  expect(lines.filter(({ of_process }) => of_process).map(({ name }) => name)).toEqual(['Shop', 'Background jobs', 'Disk'])
})

it.each<[name: string, state: string, said: RegExp, probe: Partial<Probe>, change: (monitor: Monitor) => void]>([
  ['M-Pesa', 'bad', /in the last hour/, { breakers: () => ({ payments: true }) }, () => {}],
  ['Disk', 'bad', /^400 MB of/, { disk: async () => ({ free: 400e6, total: 100e9 }) }, () => {}],
  ['Disk', 'attention', /^9\.0 GB of/, { disk: async () => ({ free: 9e9, total: 100e9 }) }, () => {}],
  ['Disk', 'bad', /could not be read/, { disk: () => Promise.reject(new Error('gone')) }, () => {}],
  ['Shop', 'attention', /3 requests wait for the database/, { pools: () => ({ pages: { inUse: 10, waiting: 3, max: 10 } }) }, () => {}],
  [
    'Background jobs',
    'bad',
    /^Failing: send mails\. Late: none\.$/,
    {},
    ({ jobs }) => jobs.set('send mails', { everySeconds: 2, lastSuccess: null, seconds: 1, failures: 1, isFailing: true }),
  ],
  [
    'Background jobs',
    'attention',
    /^Failing: none\. Late: send mails\.$/,
    {},
    ({ jobs }) => jobs.set('send mails', { everySeconds: 2, lastSuccess: Date.now() - 130_000, seconds: 1, failures: 0, isFailing: false }),
  ],
])('says of %s that it is %s (%s), what to do, and puts it before what is well', async (name, state, said, probe, change) => {
  const lines = await getShopStatus(contextWith(probe, change))
  expect(lines.find((line) => line.name === name)).toMatchObject({ state, said: expect.stringMatching(said), todo: expect.stringMatching(/\w/) })
  expect(lines.findIndex((line) => line.name === name)).toBeLessThan(lines.findIndex((line) => line.state === 'good'))
})

const upToDate: ReplicaState = { lagBytes: 0, isRead: true }

it('tells of a replica, a model and a file storage only where the shop has them', async () => {
  const calls: Parameters<typeof contextBesideOthers>[1] = [
    ['storage put', 'ok', 300],
    ['storage read', 'ok', 40],
    ['assistant turn', 'answered', 2_000],
    ['assistant turn', 'gone', 100],
  ]
  const day = sql`(now() at time zone 'Africa/Nairobi')::date`
  await database.ownerDb.execute(sql`insert into assistant_spending (day, tokens) values (${day} - 1, 49000), (${day}, 12000)`)
  const lines = await getShopStatus(contextBesideOthers(upToDate, calls))
  expect(lines.filter(({ name }) => ['Replica for lists', 'Assistant', 'File storage'].includes(name))).toEqual([
    { name: 'Replica for lists', state: 'good', said: 'It has all that was written; lists are read from it.', todo: null, of_process: true },
    {
      name: 'Assistant',
      state: 'good',
      said: 'Answers in 2 s; of the last 2 calls none failed. 12,000 of 50,000 tokens of today are used.',
      todo: null,
      of_process: true,
    },
    { name: 'File storage', state: 'good', said: 'Answers in 0.3 s; of the last 2 calls none failed.', todo: null, of_process: true },
  ])
  expect(await lineOf('File storage', contextBesideOthers(upToDate))).toMatchObject({ state: 'good', said: 'It was not needed in the last hour.' })
  expect(await lineOf('Assistant', contextBesideOthers(upToDate, [], 19_000))).toMatchObject({
    state: 'attention',
    todo: expect.stringContaining('raise ASSISTANT_DAILY_TOKENS'),
  })
})

it.each<[name: string, state: string, said: string, ctx: () => ReturnType<typeof contextBesideOthers>]>([
  [
    'Replica for lists',
    'attention',
    'It does not answer; lists are read from the database itself.',
    () => contextBesideOthers({ lagBytes: null, isRead: false }),
  ],
  [
    'Replica for lists',
    'attention',
    'It lacks the last 31 MB of changes; lists are read from the database itself.',
    () => contextBesideOthers({ lagBytes: 30_100_000, isRead: false }),
  ],
  [
    'Assistant',
    'attention',
    'Answers in 8 s; of the last 6 calls 6 failed, also the last.',
    () => contextBesideOthers(upToDate, Array(6).fill(['assistant turn', 'timeout', 8_000])),
  ],
  [
    'File storage',
    'bad',
    'Answers in 5 s; of the last 2 calls 1 failed, also the last.',
    () =>
      contextBesideOthers(upToDate, [
        ['storage find', 'ok', 40],
        ['storage find', 'failed', 5_000],
      ]),
  ],
  [
    'File storage',
    'attention',
    'Answers in 5 s; of the last 2 calls 1 failed.',
    () =>
      contextBesideOthers(upToDate, [
        ['storage find', 'failed', 5_000],
        ['storage find', 'ok', 40],
      ]),
  ],
])('says of %s that it is %s: %s', async (name, state, said, ctx) => {
  expect(await lineOf(name, ctx())).toMatchObject({ state, said: expect.stringContaining(said), todo: expect.stringMatching(/\w/) })
})

it('counts a replica in /metrics: how far it is behind, and whether lists are read from it', async () => {
  const values = async (ctx: ReturnType<typeof contextWith>) =>
    readMetrics(await getMetrics(ctx)).flatMap(({ family, value }) => (family.startsWith('viatu_replica') ? [[family, value]] : []))
  expect(await values(contextBesideOthers({ lagBytes: 512, isRead: false }))).toEqual([
    ['viatu_replica_lag_bytes', 512],
    ['viatu_replica_read', 0],
  ])
  expect(await values(contextBesideOthers({ lagBytes: null, isRead: false }))).toEqual([['viatu_replica_read', 0]])
  expect(await values(contextWith())).toEqual([])
})

it('serves in /metrics what docs/metrics.md lists, and nothing else', async () => {
  const ctx = contextBesideOthers(upToDate, [['storage put', 'ok', 300]])
  ctx.services.monitor.requests.observe(0.1, 'GET', '/', '2xx')
  ctx.services.monitor.jobs.set('send mails', { everySeconds: 2, lastSuccess: Date.now(), seconds: 0.1, failures: 0, isFailing: false })
  await database.ownerDb.execute(sql`
    insert into job_runs (name, done_at, broken) values ('check ledger', now(), '{}');
    insert into backup_runs (kind, started_at, ended_at, outcome) values ('backup', now(), now(), 'done'), ('drill', now(), now(), 'done')`)
  // The delay of the event loop is counted from the first look on.
  await getMetrics(ctx)
  const text = await getMetrics(ctx)
  const labels = Map.groupBy(readMetrics(text), ({ family }) => family)
  const served = [...text.matchAll(/^# HELP (\S+) (.+)\n# TYPE \S+ (.+)$/gm)].map(([, name = '', help, type]) => {
    const names = Object.keys(labels.get(name)?.[0]?.labels ?? {}).filter((label) => label !== 'le')
    return [name, type, names.map((label) => `\`${label}\``).join(', '), help]
  })
  const listed = [...readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `(\w+)` \| (\w+) \|(.*?)\| (.+?) \| (.+) \|$/gm)]
  expect(listed.map(([, name, type, names, help]) => [name, type, names?.trim(), help])).toEqual(served)
  await database.ownerDb.execute(sql`delete from backup_runs; delete from job_runs`)
})

it('knows from the tables what waits, what failed and what is broken', async () => {
  const { ownerDb } = database
  await ownerDb.execute(sql`insert into callbacks (body, received_at, next_try_at) values ('{}', now() - interval '3 minutes', now())`)
  expect(await lineOf("M-Pesa's messages")).toMatchObject({ state: 'attention', said: '1 waits, the oldest for 3 minutes.' })
  await ownerDb.execute(sql`update callbacks set received_at = now() - interval '2 hours'`)
  expect(await lineOf("M-Pesa's messages")).toMatchObject({ state: 'bad', said: '1 waits, the oldest for 2 hours.' })
  await ownerDb.execute(sql`update callbacks set processed_at = now(), outcome = 'unknown attempt'`)
  await ownerDb.execute(sql`
    insert into messages (kind, to_address, subject, html, text, created_at, state, next_at, given_up_at)
    values ('test', 'a@example.com', 'A', 'a', 'a', now() - interval '20 minutes', 'due', now(), null), ('test', 'b@example.com', 'B', 'b', 'b', now(), 'failed', null, now())`)
  expect(await lineOf('E-mails and SMS')).toMatchObject({
    state: 'attention',
    said: '1 waits, the oldest for 20 minutes; 1 could not be sent in the last day.',
  })
  await ownerDb.execute(sql`insert into job_runs (name, done_at, broken) values ('check ledger', now() - interval '1 hour', '{S2,balance}')`)
  expect(await lineOf('Books')).toMatchObject({ state: 'bad', said: 'Broken: S2, balance when they were checked 60 minutes ago.' })
})

it('says whom a sale does not reach, what to do, and how many messages had no way', async () => {
  const news = async (ctx = contextWith()) => {
    const { state, said, todo } = (await lineOf('News of orders', ctx)) ?? {}
    return [state, said, todo]
  }
  const [notShop, notBuyer] = [expect.stringContaining('“Paid order” under Notifications'), expect.stringContaining('Enter an SMS account')]
  const untold = async () => Number(/(\d+) messages? had no way/.exec(String((await news())[1]))?.[1] ?? 0)
  const chosen = (...choices: AlertChoice[]) => saveAlertChoices(as(contextOn(database), owner.actor), choices)
  await chosen()
  const [state, said, todo] = await news()
  expect([state, said]).toEqual(['attention', expect.stringMatching(/reaches no one of the shop, and its buyer by e-mail alone\./)])
  expect([todo, todo]).toEqual([notShop, notBuyer])

  await chosen('paid email')
  expect(await news()).toEqual(['attention', expect.stringContaining('reaches 1 person of the shop'), expect.not.stringContaining('Notifications')])
  const before = await untold()
  const shoe = await putOnShelf(database)
  const [silent, reached] = [await placed(contextOn(database), shoe), await placed(contextOn(database), shoe, { customer_email: 'a@example.com' })]
  await tellPaid(silent.ctx, silent.attempt)
  await tellPaid(reached.ctx, reached.attempt)
  // That it was received, and that it was paid.
  expect(await untold()).toBe(before + 2)

  const withSms = () => contextWith({}, () => {}, { sms: { send: () => expect.unreachable('the page sent an SMS') } })
  expect(await news(withSms())).toEqual(['good', 'News of a paid order reaches 1 person of the shop, and its buyer by SMS or e-mail.', null])
  await chosen('paid push')
  expect(await news(withSms()), 'without a device').toEqual(['attention', expect.stringContaining('no one of the shop'), notShop])
})

it('says what backups hold, what failed and when, and is content with a new shop', async () => {
  const { ownerDb } = database
  const waitingFor = (seconds: number | null) =>
    contextWith({}, () => {}, {
      backups: {
        place: 'the folder /srv/copies',
        ship: async () => 0,
        waiting: async () => ({
          segments: seconds === null ? 0 : 1,
          bytes: 0,
          since: seconds === null ? null : new Date(Date.now() - seconds * 1000),
        }),
        start: () => {},
        stop: async () => {},
      },
    })
  const backup = async (seconds: number | null = null) => {
    const { state, said, todo } = (await lineOf('Backup', waitingFor(seconds))) ?? {}
    return [state, said, todo]
  }
  await ownerDb.execute(
    sql`insert into backup_runs (kind, started_at, ended_at, outcome) values ('backup', now() - interval '3 minutes', now() - interval '3 minutes', 'done')`,
  )
  expect(await backup()).toEqual(['good', 'The last is 3 minutes old; all changes since are kept; the first drill runs tonight at the latest.', null])
  expect(await backup(130)).toEqual([
    'attention',
    expect.stringContaining('changes of the last 2 minutes are not kept yet'),
    expect.stringContaining('full or away'),
  ])
  expect(await backup(400)).toEqual(['bad', expect.anything(), expect.stringContaining('do not reach the store')])
  await ownerDb.execute(
    sql`insert into backup_runs (kind, started_at, ended_at, outcome, reason) values ('drill', now(), now(), 'failed', 'The folder is not there.')`,
  )
  expect(await backup()).toEqual([
    'bad',
    expect.stringMatching(
      /the first drill runs tonight at the latest\. The last drill failed at \d+ \w+ \d+, \d+:\d\d [AP]M: The folder is not there\.$/,
    ),
    'Mend the reason, then ask your technician for npx viatu drill: this stays until one succeeds.',
  ])
  await ownerDb.execute(
    sql`delete from backup_runs where kind = 'drill'; update backup_runs set started_at = now() - interval '30 hours', ended_at = now() - interval '30 hours'`,
  )
  expect(await backup()).toEqual([
    'attention',
    'The last is 30 hours old; all changes since are kept; no drill has restored one yet.',
    expect.stringContaining('npx viatu drill'),
  ])
  await ownerDb.execute(sql`delete from backup_runs`)
})

it('tells what it can where a table is locked: one line is missing, and one figure of /metrics', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const locked = database.ownerDb.transaction(async (tx) => {
    await tx.execute(sql`lock table callbacks in access exclusive mode`)
    begun.resolve()
    await end
  })
  await begun.promise
  const asked = performance.now()
  const ctx = contextWith()
  const [lines, metrics] = await Promise.all([getShopStatus(ctx), getMetrics(ctx)])
  const took = performance.now() - asked
  resolve()
  await locked
  expect(took).toBeLessThan(4_000)
  expect(lines[0]).toMatchObject({ name: "M-Pesa's messages", state: 'bad', said: 'This could not be read in time.' })
  expect(lines.filter(({ said }) => said === 'This could not be read in time.')).toHaveLength(1)
  expect(lines.find(({ name }) => name === 'Database')?.said).toContain('Answers in')
  const families = readMetrics(metrics).map(({ family }) => family)
  expect(families).toContain('viatu_database_up')
  expect(families).not.toContain('viatu_callbacks_unprocessed')
  expect(ctx.logged).toEqual([expect.objectContaining({ level: 'warn', message: 'a line of the status could not be read' })])
})
