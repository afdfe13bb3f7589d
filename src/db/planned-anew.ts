import { sql } from 'drizzle-orm'

/**
 * Stands in the text of a statement whose best plan depends on what is looked for, such as a name that everybody has or nobody: it is then sent
 * without a name (preparing-client.ts), and planned for its own parameters each time.
 */
export const plannedAnew = sql.raw('/* ; planned anew */')
