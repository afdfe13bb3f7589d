import { sql } from 'drizzle-orm'

/**
 * Marks the text of a statement whose best plan depends on its parameters, such as a very common or a very rare name: it is then sent without a
 * statement name (preparing-client.ts), so it has no prepared plan and is planned for its own parameters each time.
 */
export const withoutPreparedPlan = sql.raw('/* ; planned anew */')
