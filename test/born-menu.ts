import type { Categories } from '#domain/catalogue.ts'

const menu = [
  {
    slug: 'women-shoes',
    label: 'Women Shoes',
    children: [
      { slug: 'sandals', label: 'Sandals' },
      { slug: 'women-sneakers', label: 'Sneakers' },
      { slug: 'heels', label: 'Heels' },
      { slug: 'flats', label: 'Flats' },
      { slug: 'women-unisex-sneakers', label: 'Unisex Sneakers' },
    ],
  },
  {
    slug: 'men-shoes',
    label: 'Men Shoes',
    children: [
      { slug: 'jordans', label: 'Jordans' },
      { slug: 'nike', label: 'Nike' },
      { slug: 'loafers', label: 'Loafers' },
      { slug: 'casual', label: 'Casual' },
      { slug: 'men-unisex-sneakers', label: 'Unisex Sneakers' },
    ],
  },
  { slug: 'unisex-shoes', label: 'Unisex Shoes', children: [] },
]

/** The categories that every shop is born with: the menu of spec §2. */
export const bornCategories: Categories = { menu, sneakers: ['women-sneakers', 'women-unisex-sneakers', 'jordans', 'nike', 'men-unisex-sneakers'] }
