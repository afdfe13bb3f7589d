import type { ComponentProps } from 'react'
import { StripItem } from '#ui/shop/strip-item.tsx'

/** An ad or promotion as visitors will see it, beside its form. */
export function ContentPreview(item: ComponentProps<typeof StripItem>) {
  return (
    <section className="content-preview when-scripted" aria-label="Preview">
      <p className="field-label">As visitors will see it</p>
      <StripItem {...item} title={item.title.trim() || 'Title'} key={String(item.isSponsored)} />
    </section>
  )
}
