import type { HelpPiece } from '#domain/help-sections.ts'
import { listHelp } from '#features/content/help-texts.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/size-guide-text.ts'

export interface SizeGuideText {
  title: string
  pieces: HelpPiece[]
}

/** The size guide of the help page, for a product's page that shows it in place. */
export async function loader({ context }: Route.LoaderArgs) {
  const sections = await listHelp(context.get(shopContext).ctx)
  const guide = sections.find(({ slug }) => slug === 'size-guide')
  if (!guide) return Response.json(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  return Response.json({ title: guide.title, pieces: guide.pieces } satisfies SizeGuideText, { headers: { 'Cache-Control': 'no-store' } })
}
