import { Problem } from '#domain/problem.ts'

/** Runs `write`; a full disk becomes Problem `storage_full`, with the error as its cause. */
export async function refusingFullDisk<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code) ? Object.assign(new Problem('storage_full'), { cause: error }) : error
  }
}
