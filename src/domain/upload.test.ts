import { describe, expect, it } from 'vitest'
import { uploadRefusal } from './storage.ts'

const mb = 2 ** 20

describe('uploadRefusal', () => {
  it.each([
    ['picture', 'a.jpg', 'image/jpeg', 10 * mb],
    ['picture', 'a.PNG', 'image/png', 1],
    ['video', 'a.mp4', 'video/mp4', 50 * mb],
    ['video', 'A.AVI', '', 1],
    ['video', 'my.film.AVI', '', 1],
    ['video', 'film', 'video/mp4', 1],
  ] as const)('lets a %s %s of type "%s" go', (kind, name, type, size) => {
    expect(uploadRefusal(kind, { name, type, size })).toBeNull()
  })

  it.each([
    ['picture', 'IMG_1.HEIC', 'image/heic', mb, /HEIC photo.*Most Compatible.*JPG/],
    ['picture', 'IMG_1.heic', '', 20 * mb, /HEIC photo.*Most Compatible/],
    ['picture', 'IMG_1.heif', 'image/heif', mb, /HEIC photo/],
    ['picture', 'a.gif', 'image/gif', mb, /Only JPG, PNG and WebP/],
    ['picture', 'a.pdf', 'application/pdf', mb, /not a picture/],
    ['picture', 'a.jpg', 'image/jpeg', 0, /empty/],
    ['picture', 'a.jpg', 'image/jpeg', 10 * mb + 1, /has 10\.1 MB, and at most 10 MB/],
    ['picture', 'a.jpg', 'image/jpeg', 14.2 * mb, /has 14\.2 MB, and at most 10 MB .* smaller/],
    ['video', 'a.mov', 'video/quicktime', 51 * mb, /has 51 MB, and at most 50 MB .* Shorten/],
    ['video', 'a.jpg', 'image/jpeg', mb, /not a video: choose MP4/],
    ['video', 'mp4.txt', '', mb, /not a video/],
    ['picture', 'heic.txt', 'text/plain', mb, /not a picture/],
    ['picture', 'a.txt', 'x/image', mb, /not a picture/],
    ['picture', 'a.jpg', 'image/jpeg', 11 * mb, /sent\. Save it smaller or as JPG, then choose it again\.$/],
  ] as const)('names what is wrong with a %s %s of type "%s"', (kind, name, type, size, words) => {
    expect(uploadRefusal(kind, { name, type, size })).toMatch(words)
  })
})
