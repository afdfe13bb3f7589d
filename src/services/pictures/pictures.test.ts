import { performance } from 'node:perf_hooks'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createSlots } from '#domain/slots.ts'
import { photoOf } from '../../../test/pictures.ts'
import { pictureEncoder } from './picture-encoder.ts'
import { picturePool } from './picture-pool.ts'

const encoder = pictureEncoder()
const encode = (bytes: Uint8Array, name = 'shoe.jpg') => encoder.encode(bytes, name, { withPreview: false })
/** Whether its upper left is lighter than its lower right, after all is done. */
const cornersOf = async (bytes: Uint8Array) => {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  return [data[0] as number, data[info.width - 1] as number, data[data.length - 1] as number].map((value) => value > 128)
}
/** The same JPEG with another size in its head: to make one of 54 megapixels takes seconds. */
function saying(width: number, height: number, photo: Uint8Array): Buffer {
  const bytes = Buffer.from(photo)
  // SOF0 of an ordinary one, SOF2 of a progressive one.
  const at = Math.max(...['ffc0', 'ffc2'].map((marker) => bytes.indexOf(marker, 'hex')))
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is read: %s', async (format) => {
    const { width, height, files } = await encode(await photoOf({ format, width: 900, height: 60 }))
    expect([width, height]).toEqual([900, 60])
    const sizes = await Promise.all(files.map(async ({ ending, bytes }) => `${ending} ${(await sharp(bytes).metadata()).width}`))
    // No larger than the original: 1200 would need invented pixels.
    expect(sizes).toEqual(['.webp 800', '-400.webp 400', '-400.avif 400', '-800.avif 800', '-1200.avif 900'])
  })

  it.each([
    ['gif', /^shoe\.gif is a GIF, .* Please send a JPG, PNG or WebP\. \(Open it and save it as PNG\.\)$/],
    ['avif', /^shoe\.gif is an AVIF picture\. Please send a JPG, PNG or WebP\./],
  ] as const)('of another kind is refused by its bytes, with what to do: %s', async (format, words) => {
    await expect(encode(await photoOf({ format }), 'shoe.gif')).rejects.toThrow(words)
  })

  it('that moves is refused in words, and never stilled without one', async () => {
    const frames = await Promise.all([photoOf({ width: 60, height: 60 }), photoOf({ width: 60, height: 60 })])
    const webp = await sharp(frames, { join: { animated: true } })
      .webp({ delay: 100 })
      .toBuffer()
    await expect(encode(webp, 'spin.webp')).rejects.toThrow(/^spin\.webp is a moving picture, .* video\.$/)
    const still = await photoOf({ width: 60, height: 60 })
    // An APNG is a PNG with the chunk acTL before its pixels.
    const control = Buffer.from('000000086163544c0000000200000000f38d9370', 'hex')
    await expect(encode(Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]), 'spin.png')).rejects.toThrow(
      /^spin\.png is a moving picture/,
    )
  })

  it('stands upright, and forgets what the camera wrote', async () => {
    const lying = Buffer.alloc(200 * 100 * 3, 0)
    for (let row = 0; row < 50; row++) lying.fill(255, row * 600, row * 600 + 300)
    const photo = await sharp(lying, { raw: { width: 200, height: 100, channels: 3 } })
      .jpeg()
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '1/1 17/1 11/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { width, height, files } = await encode(photo)
    expect([width, height]).toEqual([100, 200])
    for (const { bytes } of files) {
      const { width, height, exif, orientation } = await sharp(bytes).metadata()
      expect({ width, height, exif, orientation }).toEqual({ width: 100, height: 200, exif: undefined, orientation: undefined })
    }
    expect(await cornersOf((files[0] as { bytes: Uint8Array }).bytes)).toEqual([false, true, false])
  })

  it('keeps what one sees through', async () => {
    const see = await sharp({ create: { width: 100, height: 100, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    for (const { bytes } of (await encode(see)).files) expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  })

  it.each([
    ['a progressive one of 40 megapixels', 8000, 5000, { progressive: true, chromaSubsampling: '4:4:4' }],
    ['an ordinary one of 54 megapixels', 9000, 6000, {}],
  ])('that would take more than 300 MB is refused by its size: %s', async (_, width, height, options) => {
    const photo = saying(width, height, await photoOf({ format: 'jpeg', options }))
    await expect(encode(photo)).rejects.toMatchObject({ code: 'file_refused', message: expect.stringContaining(`has ${width} x ${height} pixels`) })
  })

  it('is given up when it takes too long, and its process with it', async () => {
    const hurried = pictureEncoder({ seconds: 0.05 })
    const start = performance.now()
    await expect(hurried.encode(await photoOf(), 'slow.png', { withPreview: false })).rejects.toMatchObject({
      message: expect.stringMatching(/^slow\.png took too long/),
    })
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it.each([
    ['../../etc/<b>boot</b>.png', 'b.png is empty.'],
    ['C:\\photos\\my shoe (2).jpg', 'my shoe (2).jpg is empty.'],
    ['\u202egpj.exe', 'gpj.exe is empty.'],
    ['', 'This file is empty.'],
    ['x'.repeat(300), `${'x'.repeat(57)}... is empty.`],
  ])('is named in a refusal as people may read it: %s', (name, message) => expect(encode(new Uint8Array(), name)).rejects.toMatchObject({ message }))
})

describe('a process', () => {
  const bounds = { atOnce: 1, waiting: 0, seconds: 20 }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100"/></svg>')

  it('has the decoders of its own task alone', async () => {
    const encode = picturePool('encode', bounds)
    const draw = picturePool('draw', bounds)
    expect(await encode({ bytes: svg, withPreview: false })).toBeNull()
    expect(await encode({ bytes: await photoOf({ format: 'gif' }), withPreview: false })).toBeNull()
    const words = { shop: 'Viatu', name: 'Mbio', price: 'KSh 1', was: null }
    expect(await draw({ words, picture: await photoOf({ format: 'jpeg' }) })).toBeNull()
    expect(await draw({ words, picture: await photoOf({ format: 'webp' }) })).toBeInstanceOf(Uint8Array)
  })

  it.each(['encode', 'draw'] as const)(
    'that breaks is an outcome, one that takes too long another, and neither keeps its place: %s',
    async (task) => {
      const run = picturePool(task, bounds) as (work: object) => Promise<unknown>
      expect(await run({})).toBeNull()
      expect(await run({})).toBeNull()
      const hurried = picturePool(task, { ...bounds, seconds: 0.01 }) as (work: object) => Promise<unknown>
      expect([await hurried({}), await hurried({})]).toEqual(['late', 'late'])
      const [first, second] = [run({}), run({})]
      await expect(second).rejects.toMatchObject({ code: 'unavailable' })
      expect(await first).toBeNull()
    },
  )
})

describe('slots', () => {
  it('let so many work at once, the others in turn, and send away who would wait too long', async () => {
    const slots = createSlots(2, 3)
    const ends: (() => void)[] = []
    const begun: number[] = []
    const work = (number: number) =>
      slots.take(async () => {
        begun.push(number)
        await new Promise<void>((settle) => ends.push(settle))
        return number
      })
    const working = [1, 2, 3, 4, 5].map(work)
    await expect(work(6)).rejects.toMatchObject({ code: 'unavailable' })
    expect(begun).toEqual([1, 2])
    for (let end = 0; end < 5; end++) {
      ends[end]?.()
      await working[end]
    }
    expect(await Promise.all(working)).toEqual([1, 2, 3, 4, 5])
    expect(begun).toEqual([1, 2, 3, 4, 5])
  })

  it('are given back by work that fails', async () => {
    const slots = createSlots(1, 0)
    await expect(slots.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await slots.take(async () => 'well')).toBe('well')
  })
})
