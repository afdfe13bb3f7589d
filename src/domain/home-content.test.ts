import { describe, expect, it } from 'vitest'
import { adMedia, type Content, contentRefusal, isContentType, mediaOf } from '#domain/home-content.ts'

const image = '/files/promotional-images/images/1763680000000.webp'
const video = '/files/promotional-videos/videos/1763680000000.mp4'

describe('promotional content', () => {
  it.each<[Content['content_type'], string | null, string | null]>([
    ['text', null, null],
    ['text', 'https://shop.example/sale', null],
    ['text', '/category/heels', null],
    ['image', image, null],
    ['video', video, null],
    ['video', video.replace('mp4', 'avi'), image],
  ])('of the type %s may be %s with the poster %s', (content_type, content_url, poster_url) =>
    expect(contentRefusal({ content_type, content_url, poster_url })).toBeNull(),
  )

  it.each<[Content['content_type'], string | null, string | null, string]>([
    ['text', 'javascript:alert(1)', null, 'content_url'],
    ['text', image, null, 'content_url'],
    ['text', '//evil.example', null, 'content_url'],
    ['image', null, null, 'content_url'],
    ['image', 'https://shop.example/a.webp', null, 'content_url'],
    ['image', video, null, 'content_url'],
    ['image', image.replace('webp', 'png'), null, 'content_url'],
    ['image', image.replace('images/1', 'images/../1'), null, 'content_url'],
    ['image', image.replace('promotional-images/images', 'ad-images/ads'), null, 'content_url'],
    ['image', `${image}?x`, null, 'content_url'],
    ['image', image, image, 'poster_url'],
    ['text', null, image, 'poster_url'],
    ['video', image, null, 'content_url'],
    ['video', video.replace('mp4', 'html'), null, 'content_url'],
    ['video', video, video, 'poster_url'],
    ['video', video, 'https://shop.example/a.webp', 'poster_url'],
  ])('of the type %s is not %s with the poster %s', (content_type, content_url, poster_url, field) =>
    expect(Object.keys(contentRefusal({ content_type, content_url, poster_url }) ?? {})).toEqual([field]),
  )

  it('has three types', () => expect(['text', 'image', 'video', 'toString', '', null].filter(isContentType)).toEqual(['text', 'image', 'video']))

  it.each<[Content['content_type'], string | null, string | null]>([
    ['video', video, 'video'],
    ...['webm', 'ogg', 'mov', 'avi', 'AVI'].map((ending): [Content['content_type'], string, string] => [
      'video',
      video.replace('mp4', ending),
      'video',
    ]),
    ['image', image, 'image'],
    ['image', image.replace('webp', 'mp4.webp'), 'image'],
    ['text', 'https://shop.example/a.mp4', null],
    ['image', null, null],
  ])('of the type %s at %s is shown as %s', (content_type, content_url, kind) =>
    expect(mediaOf({ content_type, content_url, poster_url: null })?.kind ?? null).toBe(kind),
  )
})

it('asks for the picture that is missing', () =>
  expect(contentRefusal({ content_type: 'image', content_url: null, poster_url: null })).toEqual({ content_url: 'Upload the image.' }))

it('lends its picture to an ad that has none', () => {
  const promotion: Content = { content_type: 'image', content_url: image, poster_url: null }
  expect(adMedia({ image_url: '/files/a.webp', promotional_content: promotion })).toEqual({ kind: 'image', src: '/files/a.webp' })
  expect(adMedia({ image_url: null, promotional_content: promotion })).toEqual({ kind: 'image', src: image })
  expect(adMedia({ image_url: null, promotional_content: null })).toBeNull()
})

it('has no picture as a text', () => expect(mediaOf({ content_type: 'text', content_url: null, poster_url: null })).toBeNull())
