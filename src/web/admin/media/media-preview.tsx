import type { ComponentProps } from 'react'
import { StripItem } from '#ui/shop/strip-item.tsx'

/** How visitors will see what is being written. */
export function Preview({ title, ...item }: ComponentProps<typeof StripItem>) {
  return (
    <section className="content-p when-scripted" aria-label="Preview">
      <p className="lbl">As visitors will see it</p>
      <StripItem {...item} title={title.trim() || 'Title'} key={String(item.isSponsored)} />
    </section>
  )
}
