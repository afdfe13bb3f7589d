import { exportData } from '#features/people/export-data.ts'
import { signedIn } from '#web/session/signed-in.ts'
import type { Route } from './+types/my-data.ts'

/** A JSON file with all data about the signed-in user (decisions, People). */
export async function loader(args: Route.LoaderArgs) {
  const facts = await exportData(signedIn(args))
  return new Response(`${JSON.stringify(facts, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="viatu-my-data.json"',
      'Cache-Control': 'no-store',
    },
  })
}
