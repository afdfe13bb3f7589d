/** One row of the drawing program: a product as it is drawn, named and priced (KSh). */
export interface Drawing {
  slug: string
  name: string
  kind: string
  category: string
  price: number
  discount: number
  wall: string
  /** EU range, `36–41`. */
  sizes: string
  blurb: string
  colors: Record<string, string | boolean>
}

export type View = 'side' | 'pair' | 'detail' | 'flat'

export const catalogue: Drawing[]
export const views: View[]

/** Upper coat, lower coat, line. */
export const WALLS: Record<string, [string, string, string]>

/** An SVG of 1000 x 800; `cutout` is the side view without its wall. */
export function draw(product: Drawing, view?: View | 'cutout', prefix?: string): string
