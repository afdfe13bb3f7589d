import { getStatement, statementCsv } from '#features/affiliates/wallet/get-statement.ts'
import { asAffiliate, readPeriod } from '#web/affiliate/affiliate-loaders.ts'
import type { Route } from './+types/statement-file.ts'

/** The wallet's statement for spreadsheets. */
export async function loader(args: Route.LoaderArgs) {
  const statement = await getStatement(asAffiliate(args), readPeriod(args.url.searchParams))
  return new Response(statementCsv(statement), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="viatu-statement.csv"',
      'Cache-Control': 'no-store',
    },
  })
}
