import { z } from 'zod'
import type { HelpPiece } from '#domain/help-sections.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { helpChanges } from '#features/help/help-input.ts'
import { renderHelp } from '#features/help/render-help.ts'
import { read } from '#features/input.ts'

const previewInput = z.object({ body: helpChanges.shape.body.unwrap() })

/** How a text would look on the help page, before it is saved. Problems: signed_out, forbidden, bad_input. */
export function previewHelp(ctx: Pick<Context, 'actor' | 'services'>, sent: unknown): HelpPiece[] {
  requireAdmin(ctx)
  const { body } = read(previewInput, sent)
  return renderHelp({ slug: 'preview', body }, ctx.services.shop)
}
