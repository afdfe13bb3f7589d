import { sql } from 'drizzle-orm'
import { theShop } from '#core/context.ts'
import { openDatabase } from '#db/client.ts'
import { openPostgres } from '#server/open-postgres.ts'
import { readSettings, SettingsError } from '#server/settings.ts'
import { CannotLeaveDemo, leaveDemo } from './leave-demo-mode.ts'

/** `npx viatu leave-demo`: deletes the demo's made-up orders and people, so that the shop may run live on this database. */
try {
  const postgres = await openPostgres(readSettings())
  const database = openDatabase(postgres.ownerUrl, { connections: 1 })
  try {
    const { orders, people, keptPeople, zones, keptZones } = await leaveDemo({ db: database.db, actor: theShop, now: sql`now()` })
    if (orders + people + keptPeople + zones === 0) console.log('There is nothing made up in this database.')
    else console.log(`Removed ${orders} made-up orders and ${people} made-up people, with all that hung on them. The books balance.`)
    if (keptPeople > 0) console.log(`${keptPeople} made-up people stay, because something real belongs to them.`)
    if (zones > 0) console.log('The zones of delivery of the demo are gone too: write your own in the panel, under Delivery.')
    if (keptZones.length > 0) console.log(`These zones of delivery stay, because an admin has changed them: ${keptZones.join(', ')}.`)
    const { rows } = await database.db.execute<{ email: string }>(sql`
      select u.email from auth.users u join profiles p using (id) where p.is_admin and u.email like '%@viatu.example'`)
    for (const { email } of rows)
      console.log(`${email} is still an admin: make one of your own (npx viatu admin you@example.com), then npx viatu admin ${email} --demote`)
  } finally {
    await database.close()
    await postgres.close()
  }
} catch (error) {
  console.error(error instanceof SettingsError || error instanceof CannotLeaveDemo ? error.message : error)
  process.exitCode = 1
}
