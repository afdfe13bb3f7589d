import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'

/** Runs a write of a product; a category that does not exist is named as a field. */
export async function refusingUnknownCategory<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write()
  } catch (error) {
    if (violates(error, 'products_category_id_fkey')) throw new Problem('bad_input', { fields: { category_id: "We don't know this category." } })
    throw error
  }
}
