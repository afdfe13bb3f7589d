import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { theShop } from '#core/context.ts'
import { isPooled, openDatabase } from '#db/client.ts'
import { isProblem } from '#domain/problem.ts'
import { demoteAdmin, makeOwner, signOutEverywhere } from '#features/people/users.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { readSettings, type Settings, SettingsError } from '#server/settings.ts'

const usage = 'npx viatu admin someone@example.com [--demote | --sign-out]'

const acts = {
  promote: { verb: makeOwner, done: 'is an owner now, and signs in again to be one.' },
  demote: { verb: demoteAdmin, done: 'has no role any more.' },
  'sign-out': { verb: signOutEverywhere, done: 'is signed out everywhere.' },
}

/** `npx viatu admin`: makes an account an owner by its e-mail address, with `--demote` takes its role away, and with `--sign-out` ends its sessions. Works beside a running shop as well. */
try {
  const { email, act } = readArguments(process.argv.slice(2))
  await change(email, acts[act].verb, readSettings())
  console.log(`${email} ${acts[act].done}`)
} catch (error) {
  console.error(isProblem(error) || error instanceof SettingsError ? error.message : error)
  process.exitCode = 1
}

function readArguments(args: string[]): { email: string; act: keyof typeof acts } {
  try {
    const options = { demote: { type: 'boolean' }, 'sign-out': { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [email] = positionals
    const [act = 'promote', other] = Object.keys(values) as (keyof typeof values)[]
    if (email && positionals.length === 1 && !other) return { email, act }
  } catch {
    // Falls through: not what is asked for.
  }
  throw new SettingsError(`Say whom: ${usage}`)
}

async function change(email: string, verb: typeof makeOwner, settings: Settings) {
  const postgres = await openPostgres(settings)
  const database = openDatabase(postgres.url, { connections: 1, pooled: isPooled(postgres) })
  const ctx = { db: database.db, actor: theShop, now: sql`now()` }
  try {
    await verb(ctx, { email })
  } finally {
    await database.close()
    await postgres.close()
  }
}
