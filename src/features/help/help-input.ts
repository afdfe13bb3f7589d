import { z } from 'zod'
import { helpLimits } from '#domain/help-sections.ts'
import { words } from '#features/input.ts'

/** What is written anew of a section, and which version of it was read. */
export const helpChanges = z.object({
  title: words('Write a title.', helpLimits.title).meta({ example: 'Shipping and returns' }).optional(),
  body: words('Write the text.', helpLimits.body)
    .meta({
      description: 'Markdown; `{shop}`, `{phone}`, `{whatsapp}`, `{email}` and `{location}` are filled from the settings',
      example: '### Where?\n\nIn Nairobi.',
    })
    .optional(),
  updated_at: z.iso
    .datetime({ error: 'Send updated_at as you read it.' })
    .meta({ description: '`updated_at` of the version that was read; another one is refused', example: '2026-11-20T21:00:00.000Z' }),
})
