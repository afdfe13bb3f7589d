import { Problem } from '#domain/problem.ts'

/** Writes something; a disk that has no room left is a Problem, `storage_full`. */
export async function refusingFullDisk<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code) ? new Problem('storage_full') : error
  }
}
