import { createHash } from 'node:crypto'
import type { EncodedPicture, Pictures } from '#services/pictures/picture-encoder.ts'

/**
 * A picture that this process has encoded once is answered from memory: tests of what becomes of files send the same one again and again, each time half a second
 * of a process of its own. What is refused is looked at each time; src/services/pictures and test/e2e run without this.
 */
export function rememberingPictures(pictures: Pictures): Pictures {
  const known = new Map<string, EncodedPicture>()
  return {
    async encode(bytes, name, options) {
      const key = `${options.withPreview} ${createHash('sha256').update(bytes).digest('hex')}`
      const picture = known.get(key) ?? (await pictures.encode(bytes, name, options))
      known.set(key, picture)
      return picture
    },
  }
}
