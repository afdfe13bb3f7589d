import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { previewCache } from './preview-cache.ts'
import { drawable, paint, previewDrawing, widthOf, wrap } from './preview-drawing.ts'

const words = { shop: 'Viatu', name: 'Karen Penny Loafer, Chestnut', price: 'KSh 5,270', was: 'KSh 6,200' }
const homes: string[] = []
const newHome = async () => {
  const home = await mkdtemp(join(tmpdir(), 'viatu-previews-'))
  homes.push(home)
  return home
}
afterAll(() => Promise.all(homes.map((home) => rm(home, { recursive: true, force: true }))))
const name = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-000000000000-abcdef012345.jpg`

describe('painted words', () => {
  it('are outlines alone: no font of the machine and no text of a stranger is in the drawing', () => {
    const drawing = previewDrawing({ ...words, name: '</svg><script>alert(1)</script> & "Éclair" \u0000 \ud83d\udc5f' })
    expect(drawing).not.toMatch(/script|alert|text|font|&/)
    expect(drawing.match(/<path/g)?.length).toBeGreaterThan(30)
  })

  it('keep what the face has, and the letter beneath an accent that it lacks', () => {
    expect(drawable('  Éclair\n№ 5 ẹ̀ 👟 ')).toBe('Éclair No 5 e')
    expect(paint('A', { x: 1, y: 2, size: 10, fill: '#fff' })).toContain('translate(1.00 2) scale(0.01 -0.01)')
    expect(widthOf('AV', 100), 'pairs are drawn together').toBeLessThan(widthOf('A', 100) + widthOf('V', 100))
  })

  it('wrap by whole words, and say that there was more', () => {
    expect(wrap('Mbio Runner', 58, 400, 3)).toEqual(['Mbio Runner'])
    const [first, second, third] = wrap('Extraordinarily comfortable waterproof breathable boot', 58, 380, 2)
    expect([first?.endsWith('…'), second?.endsWith('…'), third]).toEqual([true, true, undefined])
    expect(wrap('', 58, 380, 3)).toEqual([''])
  })
})

describe('a link preview', () => {
  it('is a small picture of the size that chats show, the same every time, and drawn once for all who ask at once', async () => {
    const cache = previewCache(await newHome())
    const picture = await sharp({ create: { width: 800, height: 640, channels: 3, background: '#b3361b' } })
      .webp()
      .toBuffer()
    const [one, other] = await Promise.all([cache.draw(name(1), { words, picture }), cache.draw(name(1), { words, picture })])
    expect(other).toBe(one)
    expect(one.length).toBeLessThan(300_000)
    expect(await sharp(one).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
    expect(await cache.find(name(1))).toEqual(one)
    // The words at the left, the shoe at the right.
    const { dominant } = await sharp(one).extract({ left: 480, top: 10, width: 700, height: 300 }).stats()
    expect(dominant.r).toBeGreaterThan(150)
    const left = await sharp(await previewOnly(one)).stats()
    expect(left.dominant.r).toBeLessThan(60)
  })

  it('is drawn without a picture too; what cannot be drawn is refused for now; and no name leads out of the folder', async () => {
    const cache = previewCache(await newHome())
    expect((await cache.draw(name(1), { words, picture: null })).length).toBeGreaterThan(5_000)
    await expect(cache.draw(name(2), { words, picture: Buffer.from('no picture') })).rejects.toMatchObject({ code: 'unavailable' })
    expect(await cache.find(name(2))).toBeNull()
    await expect(cache.find('../secret.jpg')).rejects.toThrow('not the name')
  })

  it('is kept within bounds: the longest unused go', async () => {
    const home = await newHome()
    const cache = previewCache(home, { maxFiles: 2 })
    await cache.draw(name(1), { words, picture: null })
    await writeFile(join(home, 'previews', name(2)), 'older')
    await writeFile(join(home, 'previews', name(3)), 'older')
    await cache.draw(name(4), { words, picture: null })
    const left = await readdir(join(home, 'previews'))
    expect(left).toHaveLength(2)
    expect(left).toContain(name(4))
  })
})

const previewOnly = (whole: Uint8Array) => sharp(whole).extract({ left: 0, top: 0, width: 440, height: 370 }).toBuffer()
