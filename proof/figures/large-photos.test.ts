import { expect, it } from 'vitest'
import { pictureEncoder } from '#services/pictures/picture-encoder.ts'
import { photoOf } from '../../test/pictures.ts'

it.each([
  ['an ordinary one of 40 megapixels', 8000, 5000, {}],
  ['a progressive one of 29 megapixels', 6600, 4400, { progressive: true, chromaSubsampling: '4:4:4' }],
])('a photo that is taken needs less than 300 MB: %s', async (_, width, height, options) => {
  const photo = await photoOf({ format: 'jpeg', width, height, options: { quality: 50, ...options } })
  const { rss } = process.memoryUsage()
  const { peakBytes } = await pictureEncoder().encode(photo, 'shoe.jpg', { withPreview: false })
  expect(process.memoryUsage().rss - rss, 'nothing of it is unpacked in this process').toBeLessThan(60 * 2 ** 20)
  expect(peakBytes).toBeLessThan(300 * 2 ** 20)
})
