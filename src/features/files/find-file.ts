import type { Context } from '#core/context.ts'
import { isFileKey, storedKey } from '#domain/storage.ts'
import type { FoundFile } from '#services/files/files.ts'

/** A public file of the storage: `<bucket>/<path>`, also by the name that a picture was sent under. Null when there is none. */
export async function findFile(ctx: Pick<Context, 'services'>, key: string): Promise<(FoundFile & { key: string }) | null> {
  for (const name of [key, storedKey(key)]) {
    const found = name !== null && isFileKey(name) ? await ctx.services.files.find(name) : null
    if (found) return { ...found, key: name as string }
  }
  return null
}
