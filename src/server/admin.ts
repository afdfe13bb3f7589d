import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { isPooled, openDatabase } from '#db/client.ts'
import { isProblem } from '#domain/problem.ts'
import { theShop } from '#features/context.ts'
import { demoteAdmin, makeAdmin } from '#features/people/make-admin.ts'
import { openPostgres } from '#server/open-shop.ts'
import { readSettings, type Settings, SettingsError } from '#server/settings.ts'

const usage = 'npm run admin -- someone@example.com [--demote]'

/** `npm run admin`: makes an account an admin by its e-mail address, or with `--demote` no longer one. Works beside a running shop as well. */
try {
  const { email, demote } = readArguments(process.argv.slice(2))
  await change(email, demote, readSettings())
  console.log(demote ? `${email} is no admin any more.` : `${email} is an admin now, and signs in again to be one.`)
} catch (error) {
  console.error(isProblem(error) || error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}

function readArguments(args: string[]): { email: string; demote: boolean } {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { demote: { type: 'boolean', default: false } } })
    const [email] = positionals
    if (email && positionals.length === 1) return { email, demote: values.demote }
  } catch {
    // Falls through: not what is asked for.
  }
  throw new SettingsError(`Say whom: ${usage}`)
}

async function change(email: string, demote: boolean, settings: Settings) {
  const postgres = await openPostgres(settings)
  const database = openDatabase(postgres.url, { connections: 1, pooled: isPooled(postgres) })
  const ctx = { db: database.db, actor: theShop, now: sql`now()` }
  try {
    await (demote ? demoteAdmin(ctx, { email }) : makeAdmin(ctx, { email }))
  } finally {
    await database.close()
    await postgres.close()
  }
}
