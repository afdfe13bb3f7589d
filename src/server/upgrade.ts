import { copyFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { account, copyCluster, passwordsFile, startEmbedded, walArchive } from '@viatu/vault/postgres'
import pg from 'pg'
import { theShop } from '#core/context.ts'
import { withClient } from '#db/database-connection.ts'
import { refusalOf } from '#db/errors.ts'
import { brokenInvariants } from '#db/invariants.ts'
import { migrate } from '#db/run-migrations.ts'
import { backUp } from '#features/upkeep/back-up.ts'
import { oneAtATime } from '#features/upkeep/backup-status.ts'
import { commandFailed, openBackupSource, placeOf } from '#server/open-backups.ts'
import { readSettings, type Settings, SettingsError } from '#server/settings.ts'

const backedUp = '--backed-up'
const nothing = 'The database is up to date already.'
const done = (ran: string[], way: string) =>
  `Migrated: ${ran.join(', ')}. The books balance, on the copy and now here.\n${way}\nNow start this version in place of the old one.`

/** What a failure leaves. */
let left = 'The shop itself was not changed.'
/** The copy was migrated well before: what fails then is mostly a moment, such as a lock that a checkout held. */
const again = 'Run npx viatu upgrade once more: it goes on where it stopped. Only if that fails too, go back.'

/**
 * `npx viatu upgrade`, in the folder of the new version: backs the shop up, migrates a copy of its database and checks its books, and only then migrates the shop's own. Whatever
 * fails on the copy leaves the shop as it was.
 */
try {
  const settings = readSettings()
  console.log(await (settings.database ? upgradeOwn(settings, settings.database.ownerUrl) : upgradeEmbedded(settings)))
} catch (error) {
  commandFailed(error)
  console.error(left)
}

/** Beside a running shop: a copy that is kept, and another to try on. */
async function upgradeEmbedded(settings: Settings): Promise<string> {
  const home = resolve(settings.dataDir)
  const server = await startEmbedded(home, settings.backup ? await walArchive(home) : [], undefined, { creates: false })
  const kept = join(home, `before-upgrade-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`)
  const trial = `${kept}-trial`
  const way = `The way back: close the shop, put ${join(kept, 'postgres')} in the place of ${join(home, 'postgres')}, start the old version and run npx viatu backup there.`
  let ran: string[] = []
  try {
    await backUpFirst(settings, server.ownerUrl())
    for (const copy of [kept, trial]) {
      await copyCluster(server.ownerUrl(), join(copy, 'postgres'), await account([home]))
      await copyFile(join(home, passwordsFile), join(copy, passwordsFile))
    }
    ran = await onServer(trial, migrateAndCheck)
    if (ran.length === 0) return nothing
    left = `${again}\n${way}`
    await migrateAndCheck(server.ownerUrl())
    return done(ran, way)
  } finally {
    // Without a change there is no way back.
    for (const copy of ran.length === 0 ? [trial, kept] : [trial]) await rm(copy, { recursive: true, force: true })
    await server.stop()
  }
}

async function onServer<T>(home: string, work: (url: string) => Promise<T>): Promise<T> {
  const server = await startEmbedded(home)
  try {
    return await work(server.ownerUrl())
  } finally {
    await server.stop()
  }
}

/** With the shop closed: PostgreSQL copies a database only while no other connection uses it. */
async function upgradeOwn(settings: Settings, ownerUrl: string): Promise<string> {
  if (!(await backUpFirst(settings, ownerUrl)) && !process.argv.includes(backedUp))
    throw new SettingsError(`Set up a backup (BACKUP_DIR), or take one of your own and say so: npx viatu upgrade ${backedUp}`)
  const trial = new URL(ownerUrl)
  trial.pathname += '_trial'
  const way = 'The way back is your backup.'
  const [name, source] = [trial, new URL(ownerUrl)].map(({ pathname }) => pg.escapeIdentifier(decodeURIComponent(pathname.slice(1))))
  return withClient(ownerUrl, 'viatu-upgrade', async (owner) => {
    await owner.query(`create database ${name} template ${source}`).catch((error) => {
      throw whyNoCopy(error)
    })
    const ran = await migrateAndCheck(trial.href).finally(() => owner.query(`drop database ${name} with (force)`))
    if (ran.length === 0) return nothing
    left = `${again}\n${way}`
    await migrateAndCheck(ownerUrl)
    return done(ran, way)
  })
}

/** To where the shop's copies go. Returns whether there is such a place. */
async function backUpFirst(settings: Settings, ownerUrl: string): Promise<boolean> {
  const { backup } = settings
  if (!backup) return false
  const source = await openBackupSource({ ...settings, backup }, ownerUrl)
  // No row of backup_runs: an older shop has no such table yet. Two copies at once would remove each other's parts.
  const { copy } = await oneAtATime(ownerUrl, source.isEmbedded ? 'backup' : 'export', () => backUp({ actor: theShop }, source))
  console.log(`Copied to ${placeOf(backup)}: ${copy.name}.`)
  return true
}

function whyNoCopy(error: unknown): unknown {
  const code = refusalOf(error)?.code
  if (code === '55006') return new SettingsError('Close the shop, and whatever else uses its database: PostgreSQL copies it only then.')
  if (code === '42501') return new SettingsError('The role of DATABASE_OWNER_URL may not copy the database: alter role ... createdb.')
  if (code === '42P04') return new SettingsError(`There is a copy of an upgrade that was killed: drop it first. (${(error as Error).message})`)
  return error
}

async function migrateAndCheck(url: string): Promise<string[]> {
  const ran = await migrate(url)
  return withClient(url, 'viatu-upgrade', async (client) => {
    const broken = await brokenInvariants(client)
    if (broken.length > 0)
      throw new SettingsError(`The books of ${new URL(url).pathname.slice(1)} do not balance with this version: ${broken.join(', ')}`)
    return ran
  })
}
