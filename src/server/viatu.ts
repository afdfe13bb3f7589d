#!/usr/bin/env node
import { nearWord } from '#domain/near-word.ts'

/** Name -> what it does, and the program that does it, from the root of the project. */
export const commands: Record<string, [what: string, program: string]> = {
  admin: ['someone@example.com: makes that account an owner; --demote takes its role away, --sign-out ends its sessions', 'src/server/admin.ts'],
  backup: ['copies the shop to BACKUP_DIR or BACKUP_S3_*, as an open shop does every night', 'src/server/backup.ts'],
  restore: ['makes the shop again from its copies in an empty DATA_DIR; --to "2026-11-22 14:32" as it was then in Nairobi', 'src/server/restore.ts'],
  drill: ['restores the newest copy beside the shop, proves its books, sells a pair there, and removes it all', 'src/server/drill.ts'],
  'ledger:check': ["proves the books: every invariant, and every affiliate's balance row by row", 'src/server/open-ledger.ts'],
  migrate: ['brings the database up to date without opening the shop', 'src/server/migrate.ts'],
  upgrade: ["backs the shop up, migrates a copy and checks its books, and only then migrates the shop's own", 'src/server/upgrade.ts'],
  'move-database': ['with the shop closed: from the embedded PostgreSQL into the empty one of DATABASE_URL', 'src/server/move-database.ts'],
  'cache:follow': ["/var/cache/nginx/viatu: drops from nginx's cache what shows something that changed", 'src/server/follow-cache-tags.ts'],
  'leave-demo': ['takes the made-up orders and people of a demo out, before the shop opens live on its database', 'demo/leave-demo.ts'],
  seed: ['fills an empty shop with the demo and prints its sign-ins; --products 1000 --orders 1000 makes more up', 'seed/main.ts'],
  simulator: ['the simulated M-Pesa alone, for testing this or any other shop', 'packages/daraja/src/simulator/main.ts'],
  docs: ['writes docs/generated: who may call what, and the settings', 'src/server/write-docs.ts'],
}

/** `npx viatu <command>`, or `npm run viatu -- <command>`: the commands of those who run a shop. The rest of the arguments are the command's, as its exit code is ours. */
if (import.meta.main) {
  const [name] = process.argv.splice(2, 1)
  if (name === undefined) console.log(listed())
  else if (Object.hasOwn(commands, name)) await run(name)
  else {
    const meant = nearWord(name, Object.keys(commands))
    console.error(`There is no command ${name}. ${meant ? `Did you mean npx viatu ${meant}?` : 'npx viatu lists them all.'}`)
    process.exitCode = 1
  }
}

/** In this process, so that signals and the exit code need no forwarding. */
async function run(name: string) {
  for (const file of ['src/server/quick-imports.mjs', commands[name]?.[1]]) await import(new URL(`../../${file}`, import.meta.url).href)
}

function listed(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const lines = Object.entries(commands).map(([name, [what]]) => `  ${name.padEnd(width)}  ${what}`)
  return ['npx viatu <command>', '', ...lines].join('\n')
}
