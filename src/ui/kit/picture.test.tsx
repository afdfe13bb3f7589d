import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Picture } from '#ui/kit/picture.tsx'

it.each([[null], [''], ['/placeholder.svg']])('the picture at %j is the placeholder', (src) =>
  expect(renderToStaticMarkup(<Picture src={src} alt="" sizes="76px" />)).toMatch(/^<picture><img src="\/placeholder.svg"/),
)
