import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'

/** Runs a write of an ad; promotional content that is not there is named as a field. Problem `bad_input`. */
export async function refusingUnknownContent<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  try {
    return await write()
  } catch (error) {
    if (!violates(error, 'ads_promotional_content_id_fkey')) throw error
    throw new Problem('bad_input', { fields: { promotional_content_id: "We don't know this promotional content." } })
  }
}
