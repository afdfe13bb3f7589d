import { afterAll, expect, it } from 'vitest'
import { useDatabase } from './database.ts'
import { checkSql } from './sql/check.ts'
import { Program } from './sql/program.ts'

// A clone, because the template must have no other session while src/db/schema.test.ts clones it.
const database = useDatabase()
const program = new Program('test/sql/tsconfig.json')
afterAll(() => program.close())

/** How it works, and how to write SQL that it can follow: docs/decisions/0030. */
it('every statement is one that the migrated database understands, with the types that the program means', async () => {
  const { findings, statements, texts } = await checkSql(program, database.ownerUrl)
  console.info(`${statements} statements with ${program.fragments.length} pieces of SQL, ${texts} texts, ${findings.length} findings`)
  expect(findings.join('\n')).toBe('')
  expect(program.fragments.length).toBeGreaterThan(600)
}, 600_000)
