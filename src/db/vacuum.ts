import pg from 'pg'

/** Tidies up after very many rows were written at once, and lets the planner know them; PostgreSQL would do so by itself within minutes. As the owner. */
export async function vacuum(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'viatu-vacuum' })
  await client.connect()
  try {
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}
