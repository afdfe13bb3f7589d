import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'

/** Writes something that shows a file; when the file has been removed meanwhile, `field` says so. Problem `bad_input`. */
export async function refusingRemovedFile<Result>(field: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!violates(error, 'stored_files_present')) throw error
    throw new Problem('bad_input', { fields: { [field]: 'This file is not kept any more. Please upload it again.' } })
  }
}
