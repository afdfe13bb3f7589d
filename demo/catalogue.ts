import { catalogue as drawings, type View, views } from './shoes.mjs'

/** `price` in whole KSh before the discount; `pictures` in the order of the gallery, their files are named by picture-files.ts. */
export interface DemoProduct {
  id: string
  slug: string
  name: string
  description: string
  price: number
  discountPercentage: number
  categorySlug: string
  /** Shared by the colourways of one style. */
  styleCode: string
  isFeatured: boolean
  sizes: { label: string; stock: number }[]
  createdAt: string
  pictures: { view: View; alt: string }[]
}

const viewWords: Record<View, string> = { side: 'side view', pair: 'the pair', detail: 'close-up', flat: 'top and sole' }

/**
 * The shelf, newest first. Name, price, discount, category, size range and first sentence stand beside the drawing in shoes.mjs;
 * `stock` has one digit per size, smallest size first.
 */
// biome-ignore format: a table reads by the row
export const demoProducts: DemoProduct[] = [
  { slug: 'uwanja-jua', id: 'e8e67e7e-462f-4a6d-9d72-5637f6761f0d', style: 'uwanja-low', day: '2026-11-18', stock: '3984634943',
    more: 'Smooth leather on a stitched rubber cup sole. Fits true to size, with room for a thick sock.' },
  { slug: 'mbio-ziwa', id: 'f2d02ac6-ca3f-40b8-a7c2-9b5b0cf4b30e', style: 'mbio-runner', day: '2026-11-16', stock: '73849366',
    more: 'Knitted in one piece, with a yellow clip at the heel. Snug in the heel, wide at the toes.' },
  { slug: 'naivasha-tembo', id: '86072fbf-067c-4745-b9b2-faadf8277cb3', style: 'naivasha-chelsea', day: '2026-11-14', stock: '34599636',
    more: 'Calf suede with a leather lining. Starts close at the ankle and eases after a week.' },
  { slug: 'mtaa-matone', id: 'dad9b978-04bb-43e0-b8b9-63f3267764a0', style: 'mtaa-canvas', day: '2026-11-12', stock: '534946',
    more: 'Printed cotton canvas, rubber sole, cotton laces. Runs a little wide: between two sizes, take the smaller.' },
  { slug: 'nyali-bahari', id: '6ea46277-f0f1-4a69-a5de-ee88fdaa5907', style: 'nyali-pump', day: '2026-11-10', stock: '0000000',
    more: 'Smooth leather over a covered block heel. Fits true to size.' },
  { slug: 'delamere-mbili', id: '8023cc43-11a7-49a3-b3a7-108b5fca8a64', style: 'delamere-spectator', day: '2026-11-08', stock: '46384250',
    more: 'Two leathers with punched edges, on a leather sole. Cut a little long: between two sizes, take the smaller.' },
  { slug: 'nyota-kijani', id: '2af1600e-6260-4be3-a148-4a296a4b1925', style: 'nyota-trainer', day: '2026-11-07', stock: '643732827',
    more: 'Coated fabric that wipes clean, with a thick rubber sole. Leave a thumb of room for growing.' },
  { slug: 'ruka-lami', id: '130c11d1-f708-46b0-9095-484412afa12e', style: 'ruka-high', day: '2026-11-06', stock: '3783504',
    more: 'Waxed leather with a padded collar and a rubber sole. Firm at first; true to size.' },
  { slug: 'watamu-kitenge', id: 'a2942df6-dd2c-4177-98bf-fae8734a1230', style: 'watamu-flat', day: '2026-11-05', stock: '5692599',
    more: 'The print is ours, on cotton over a thin rubber sole. Takes the shape of the foot by the third day.' },
  { slug: 'mtaa-embe', id: 'd3b814d4-88ae-44f3-8ff3-81f5de8bc8f6', style: 'mtaa-canvas', day: '2026-11-04', stock: '0343364086',
    more: 'Cotton canvas over a rubber sole, with a cushioned inside. True to size.' },
  { slug: 'malindi-ngamia', id: '4b224c60-a2bd-4ec8-8702-684f2010b7c0', style: 'malindi-sandal', day: '2026-11-03', stock: '358364494',
    more: 'Suede straps over a cork footbed. Two buckles, so it fits narrow and wide feet.' },
  { slug: 'uwanja-jacaranda', id: '80d02aee-fded-4628-b3f5-47e7f00c4971', style: 'uwanja-low', day: '2026-11-01', stock: '852314',
    more: 'Smooth leather with a soft textile lining. True to size.' },
  { slug: 'mbio-embe', id: '98b4626b-1c4b-4b6b-8d38-d3899069c23e', style: 'mbio-runner', day: '2026-10-31', stock: '494843698',
    more: 'Knitted in one piece, on a foam sole with a firm red heel. Snug in the heel, wide at the toes.' },
  { slug: 'ruka-msitu', id: '725aa962-d471-44df-9b15-ff8e48912599', style: 'ruka-high', day: '2026-10-30', stock: '7048434', featured: true,
    more: 'Full leather with a padded collar and a gum sole. Laces high or low; true to size.' },
  { slug: 'lamu-dhahabu', id: '84cd22c9-f81c-4552-9e8f-19fb27057b2b', style: 'lamu-heel', day: '2026-10-28', stock: '599535',
    more: 'Metallic leather straps on a covered 7 cm heel. The ankle strap has five holes.' },
  { slug: 'aberdare-kahawia', id: 'ade83d12-6f2f-419d-b25e-b875db882e7e', style: 'aberdare-boot', day: '2026-10-26', stock: '61033856',
    more: 'Full-grain leather, leather lining and a stacked heel. Heavy in the hand, soft on the foot after a month; take your usual size.' },
  { slug: 'diani-marijani', id: 'ed3769a1-dbfb-41ee-ad04-732a1423a60d', style: 'diani-sandal', day: '2026-10-25', stock: '643228',
    more: 'Smooth leather over a cork footbed with a rubber sole. One buckle sets the fit.' },
  { slug: 'westi-nyekundu', id: '1cadef9f-a74e-4010-b93f-aae17abf5202', style: 'westi-stiletto', day: '2026-10-24', stock: '385123', featured: true,
    more: 'Smooth leather inside and out, with a cushioned ball of the foot. Narrow at the toe: many take one size more.' },
  { slug: 'mdogo-nyanya', id: 'a56c06eb-a24f-4a8d-b69f-9137db72ef21', style: 'mdogo-canvas', day: '2026-10-22', stock: '3643963',
    more: 'Cotton canvas and a rubber toe that takes a kick. Washes by hand, dries in the shade.' },
  { slug: 'pwani-miale', id: 'e5e7200b-d889-4f77-93bf-8e4fdfa25346', style: 'pwani-slip-on', day: '2026-10-21', stock: '5005733395',
    more: 'The print is ours, on cotton canvas over a light rubber sole. Fits close; take a size more with socks.' },
  { slug: 'karen-nyeusi', id: '3b720064-1944-400a-9f2e-c1167995712f', style: 'karen-bar', day: '2026-10-20', stock: '24433783',
    more: 'Calf leather, leather lining, a leather sole with a rubber heel. Fits close across the instep and gives with wear.' },
  { slug: 'pwani-tumba', id: '2aaaab1f-a354-4901-895f-5c37b4170c4d', style: 'pwani-slip-on', day: '2026-10-18', stock: '77683637', featured: true,
    more: 'The print is ours, on cotton canvas over a light rubber sole. Fits close; take a size more with socks.' },
  { slug: 'mbio-waridi', id: '72cb6e8a-a78c-4e91-a519-fb520c2655ab', style: 'mbio-runner', day: '2026-10-16', stock: '320883',
    more: 'Knitted in one piece. Snug in the heel, wide at the toes.' },
  { slug: 'ruka-moto', id: 'fdd27b00-f741-47d3-ac98-12d831a94a4e', style: 'ruka-high', day: '2026-10-14', stock: '7364849',
    more: 'Smooth and tumbled leather, padded collar, rubber sole. True to size.' },
  { slug: 'karen-damu', id: '2f91f87b-e7ec-45f0-ac26-272a01b74c03', style: 'karen-penny', day: '2026-10-12', stock: '80064234', featured: true,
    more: 'Polished leather with a leather lining and a stacked heel. Fits close at first and gives with wear.' },
  { slug: 'nyali-zumaridi', id: '5867b926-711d-4b37-ad37-507a4cc4d4c9', style: 'nyali-pump', day: '2026-10-10', stock: '3398383',
    more: 'Smooth leather with a rounded toe and a rubber tip on the heel. Fits true to size.' },
  { slug: 'lamu-pomegranate', id: '0a54ec92-41c6-452e-b3a8-71eea435afe0', style: 'lamu-heel', day: '2026-10-09', stock: '594177', featured: true,
    more: 'Leather straps over a padded bed and a covered 7 cm heel. The ankle strap has five holes.' },
  { slug: 'uwanja-chui', id: '1b492ee9-e04a-4d59-bdff-1442a2857fd0', style: 'uwanja-low', day: '2026-10-08', stock: '445303',
    more: 'Rubber cup sole, stitched all round. Fits true to size.' },
  { slug: 'delamere-brogue', id: '32a90ad5-4d30-4a05-a1e8-cae20f6672ac', style: 'delamere-brogue', day: '2026-10-06', stock: '43743464',
    more: 'Calf leather on a leather sole that can be replaced. Cut a little long: between two sizes, take the smaller.' },
  { slug: 'watamu-pamba', id: 'f8da8687-82d2-4ebb-a315-57673bd3eb02', style: 'watamu-canvas', day: '2026-10-05', stock: '3365747',
    more: 'A thin rubber sole and a soft edge that does not cut. Washes by hand.' },
  { slug: 'mtaa-buluu', id: '4d0a4141-da61-490b-904b-bde36d764687', style: 'mtaa-canvas', day: '2026-10-04', stock: '01503433',
    more: 'Cotton lining, cotton laces, a sole you can feel the road through. True to size.' },
  { slug: 'westi-usiku', id: '605612de-1cfd-419d-b3c8-4e76a924fb00', style: 'westi-stiletto', day: '2026-10-03', stock: '998842',
    more: 'Patent leather over a covered 9 cm heel. Narrow at the toe: many take one size more.' },
  { slug: 'mbio-majani', id: '0d8f785f-ad72-472c-83c6-b4af22399c15', style: 'mbio-runner', day: '2026-10-01', stock: '4343298255',
    more: 'Knitted mesh over a foam sole with a rubber tread. Snug in the heel, wide at the toes.' },
  { slug: 'naivasha-divai', id: '8b2e1253-dc49-453e-bb72-ab917d7e156d', style: 'naivasha-chelsea', day: '2026-09-30', stock: '3364830',
    more: 'Smooth leather on a rubber sole that grips when wet. Starts close at the ankle and eases.' },
  { slug: 'malindi-nyeusi', id: '0532c1d7-aec4-48ee-be25-fb2d2e1b2f85', style: 'malindi-sandal', day: '2026-09-29', stock: '95566843',
    more: 'Smooth leather over a cork footbed that warms to the shape of the foot. True to size.' },
  { slug: 'nyota-anga', id: 'd7667eb0-c16b-465b-8afa-421f07d2a8d1', style: 'nyota-trainer', day: '2026-09-27', stock: '483606294',
    more: 'Coated fabric that wipes clean, with a thick rubber sole. Leave a thumb of room for growing.' },
  { slug: 'ruka-bahari', id: '25aed9a8-359e-4d45-9aa5-b32dd0a5319e', style: 'ruka-high', day: '2026-09-25', stock: '4443872',
    more: 'Smooth leather, padded ankle, rubber cup sole. True to size.' },
  { slug: 'watamu-waridi', id: '1fc467bc-4d6b-45d2-9b41-582e5d003a7a', style: 'watamu-flat', day: '2026-09-24', stock: '0000000',
    more: 'Smooth leather with a padded inside and a thin rubber sole. Takes the shape of the foot by the third day.' },
  { slug: 'diani-rasi', id: '7ff5eb83-38bf-42f6-b102-6f9985be6644', style: 'diani-sandal', day: '2026-09-23', stock: '754204',
    more: 'Smooth leather over a cork footbed with a rubber sole. One buckle sets the fit.' },
  { slug: 'karen-mchanga', id: '87658118-8d81-404f-985a-8e00ae2a6b7e', style: 'karen-driver', day: '2026-09-22', stock: '81927859',
    more: 'A rubber sole thin enough to feel the pedals. Fits close and gives quickly.' },
  { slug: 'mdogo-jani', id: 'fb16d2bd-3e28-4b15-8b5c-85e56cc9c738', style: 'mdogo-canvas', day: '2026-09-20', stock: '4694386',
    more: 'Cotton canvas with a rubber toe and real laces to learn on. Washes by hand, dries in the shade.' },
  { slug: 'nyali-nude', id: '68036104-6bae-490d-a7af-8b21ab658876', style: 'nyali-pump', day: '2026-09-18', stock: '4067944',
    more: 'Calf suede over a covered block heel. Fits true to size; brush it dry.' },
  { slug: 'uwanja-usiku', id: 'fb2967ec-d327-4001-a104-58295424cbaf', style: 'uwanja-low', day: '2026-09-16', stock: '94393528',
    more: 'Smooth leather on a rubber cup sole, with a yellow tab at the heel. True to size.' },
  { slug: 'pwani-chumvi', id: '2634e9cf-e023-4f4e-8494-2d16e3b5a326', style: 'pwani-slip-on', day: '2026-09-15', stock: '48949775',
    more: 'A light rubber sole with a blue line round it. Fits close; take a size more with socks.' },
  { slug: 'lamu-nyeusi', id: '22c19a3e-202c-439b-9f76-d7b682cb3086', style: 'lamu-heel', day: '2026-09-14', stock: '044375',
    more: 'Leather straps over a padded bed and a covered 7 cm heel. The ankle strap has five holes.' },
  { slug: 'naivasha-nyeusi', id: 'e14b46d6-7357-454f-bcf4-48d5c79afed4', style: 'naivasha-chelsea', day: '2026-09-13', stock: '48662974',
    more: 'Calf leather on a rubber sole, with a pull tab at the back. Starts close at the ankle and eases.' },
  { slug: 'mbio-wingu', id: 'c0eb41e3-b344-44a4-a710-61fcc24894f3', style: 'mbio-runner', day: '2026-09-12', stock: '46742070',
    more: 'Knitted mesh over a foam sole. Snug in the heel, wide at the toes; washes by hand.' },
  { slug: 'delamere-nyeusi', id: 'd2eaab8a-8b81-4465-ba15-5fd109949c69', style: 'delamere-brogue', day: '2026-09-10', stock: '25463896',
    more: 'Calf leather on a leather sole that can be replaced. Cut a little long: between two sizes, take the smaller.' },
  { slug: 'mtaa-lami', id: 'e08f422d-ff10-4eea-975b-05a752a3f401', style: 'mtaa-canvas', day: '2026-09-09', stock: '42331294',
    more: 'Cotton canvas, cotton laces, a rubber toe. True to size.' },
  { slug: 'westi-waridi', id: 'fbc4727e-6360-4fca-b4fe-2152bdfb4bac', style: 'westi-stiletto', day: '2026-09-08', stock: '000000',
    more: 'Calf suede over a covered 9 cm heel. Narrow at the toe: many take one size more.' },
  { slug: 'ruka-nyota', id: 'ee79572a-ac12-41a9-b915-bec9183908bb', style: 'ruka-high', day: '2026-09-07', stock: '938582949',
    more: 'Smooth leather with a padded collar and a clear blue sole. True to size.' },
  { slug: 'karen-peni', id: '4eb6711a-c186-45c8-9930-be97cef4b978', style: 'karen-penny', day: '2026-09-06', stock: '40062632',
    more: 'A leather lining and a stacked heel. Fits close at first and gives with wear.' },
  { slug: 'malindi-kahawa', id: '29bccefb-3f78-449a-8e39-8dbd7319f0dd', style: 'malindi-sandal', day: '2026-09-04', stock: '22558345',
    more: 'Smooth leather with a buckle that adjusts. Holds wide feet well.' },
  { slug: 'watamu-nyeusi', id: 'd2609121-fec2-4362-a58e-5ac6e4b3b02b', style: 'watamu-flat', day: '2026-09-03', stock: '5752313',
    more: 'Soft leather with a padded inside and a thin rubber sole. True to size.' },
].map(onTheShelf)

interface Row {
  slug: string
  id: string
  style: string
  day: string
  stock: string
  more: string
  featured?: boolean
}

function onTheShelf({ slug, id, style, day, stock, more, featured = false }: Row): DemoProduct {
  const drawing = drawings.find((each) => each.slug === slug)
  if (!drawing) throw new Error(`shoes.mjs draws no ${slug}`)
  return {
    id,
    slug,
    name: drawing.name,
    description: `${drawing.blurb} ${more}`,
    price: drawing.price,
    discountPercentage: drawing.discount,
    categorySlug: drawing.category,
    styleCode: style,
    isFeatured: featured,
    sizes: sizesOf(drawing.sizes, stock),
    createdAt: `${day}T06:00:00.000Z`,
    pictures: views.map((view) => ({ view, alt: `${drawing.name}, ${viewWords[view]}` })),
  }
}

/** Every whole EU size of a range such as `36–41`, each with its digit of stock. */
function sizesOf(range: string, stock: string) {
  const first = Number.parseInt(range, 10)
  return [...stock].map((digit, index) => ({ label: String(first + index), stock: Number(digit) }))
}
