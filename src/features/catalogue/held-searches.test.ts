import { beforeAll, expect, it } from 'vitest'
import { fromShillings } from '#domain/money.ts'
import { stockShelf } from '#features/catalogue/fill-catalogue.ts'
import { listProducts } from '#features/catalogue/product-lists.ts'
import { listInstead } from '#features/catalogue/search-shoes.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import { demoProducts } from '../../../demo/catalogue.ts'
import { contextOn, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const pictured = demoProducts.map((each) => ({ ...each, price: fromShillings(each.price), images: [] }))
beforeAll(() => stockShelf(contextOn(database, { actor: theShop }), pictured))

/** What buyers write, with the slugs of the shoes that must come first; with a dot at the end they are all that is found. */
// biome-ignore format: a table reads by the row
const held: [search: string, first: string][] = [
  ['boots', 'naivasha-tembo aberdare-kahawia naivasha-divai naivasha-nyeusi .'],
  ['buti', 'naivasha-tembo aberdare-kahawia naivasha-divai naivasha-nyeusi .'],
  ['black boots', 'naivasha-nyeusi .'],
  ['wine boots', 'naivasha-divai .'],
  ['leather boots', 'naivasha-tembo aberdare-kahawia naivasha-divai naivasha-nyeusi .'],
  ['Chelsea boots', 'naivasha-tembo naivasha-divai naivasha-nyeusi .'],
  ['mens boots size 43', 'naivasha-tembo aberdare-kahawia naivasha-nyeusi .'],
  ['blue', 'mbio-ziwa nyali-bahari delamere-mbili mtaa-buluu nyota-anga ruka-bahari diani-rasi .'],
  ['navy blue', 'delamere-mbili .'],
  ['blue sneakers', 'mbio-ziwa nyota-anga ruka-bahari .'],
  ['red', 'westi-nyekundu mdogo-nyanya ruka-moto karen-damu lamu-pomegranate naivasha-divai .'],
  ['red heels', 'westi-nyekundu lamu-pomegranate .'],
  ['red loafers', 'karen-damu .'],
  ['maroon shoes', 'karen-damu naivasha-divai .'],
  ['brown loafers', 'karen-peni .'],
  ['brown sandals', 'malindi-ngamia malindi-kahawa .'],
  ['green sneakers', 'ruka-msitu uwanja-chui mbio-majani .'],
  ['pink shoes', 'diani-marijani mbio-waridi watamu-waridi westi-waridi .'],
  ['purple', 'nyota-kijani uwanja-jacaranda ruka-nyota .'],
  ['yellow rubbers', 'uwanja-jua mtaa-embe .'],
  ['beige', 'malindi-ngamia karen-mchanga nyali-nude .'],
  ['nude heels', 'nyali-nude .'],
  ['gold sandals', 'lamu-dhahabu .'],
  ['white sneakers', 'mbio-wingu .'],
  ['sneaks', 'uwanja-jua mbio-ziwa mtaa-matone nyota-kijani'],
  ['snikers', 'uwanja-jua mbio-ziwa mtaa-matone nyota-kijani'],
  ['rubber shoes', 'uwanja-jua mbio-ziwa mtaa-matone nyota-kijani'],
  ['rubbers', 'uwanja-jua mbio-ziwa mtaa-matone nyota-kijani'],
  ['black rubbers', 'uwanja-usiku mtaa-lami .'],
  ['raba nyeusi', 'uwanja-usiku mtaa-lami .'],
  ['black canvas shoes', 'mtaa-lami .'],
  ['running shoes', 'mbio-ziwa mbio-embe mbio-waridi mbio-majani mbio-wingu .'],
  ['gym shoes for ladies', 'mbio-waridi mbio-majani .'],
  ['jodans', 'ruka-lami ruka-msitu ruka-moto ruka-bahari .'],
  ['jordan 4', 'ruka-lami ruka-msitu ruka-moto ruka-bahari .'],
  ['nikey', 'mbio-ziwa uwanja-usiku mbio-wingu .'],
  ['adiddas', '≈ uwanja-jua mbio-ziwa mtaa-matone'],
  ['airforce', '≈ uwanja-jua mbio-ziwa mtaa-matone'],
  ['air force 1 white', '≈ mbio-wingu .'],
  ['croks', '≈ malindi-ngamia lamu-dhahabu diani-marijani'],
  ['black crocs', '≈ malindi-nyeusi lamu-nyeusi .'],
  ['timberlands', '≈ naivasha-tembo aberdare-kahawia naivasha-divai naivasha-nyeusi .'],
  ['black timbaland', '≈ naivasha-nyeusi .'],
  ['gumboots', '≈ naivasha-tembo aberdare-kahawia naivasha-divai naivasha-nyeusi .'],
  ['wedges', '≈ lamu-dhahabu westi-nyekundu nyali-zumaridi'],
  ['black wedges', '≈ westi-usiku lamu-nyeusi .'],
  ['open shoes', 'malindi-ngamia lamu-dhahabu diani-marijani'],
  ['ladies open shoes', 'malindi-ngamia lamu-dhahabu diani-marijani'],
  ['slippers', 'malindi-ngamia lamu-dhahabu diani-marijani'],
  ['sandals za wanaume', 'malindi-nyeusi malindi-kahawa .'],
  ['heels', 'nyali-bahari lamu-dhahabu westi-nyekundu nyali-zumaridi'],
  ['ladies heels size 38', 'lamu-dhahabu westi-nyekundu nyali-zumaridi'],
  ['high heels black', 'westi-usiku lamu-nyeusi .'],
  ['stilleto', 'westi-nyekundu westi-usiku westi-waridi .'],
  ['visigino vyekundu', 'westi-nyekundu lamu-pomegranate .'],
  ['black doll shoes', 'watamu-nyeusi .'],
  ['flat shoes', 'watamu-kitenge watamu-pamba watamu-waridi watamu-nyeusi .'],
  ['black official shoes', 'karen-nyeusi delamere-nyeusi .'],
  ['mens official shoes', 'delamere-mbili karen-nyeusi karen-damu delamere-brogue karen-mchanga delamere-nyeusi karen-peni .'],
  ['viatu vya ofisi vya kiume', 'delamere-mbili karen-nyeusi karen-damu delamere-brogue karen-mchanga delamere-nyeusi karen-peni .'],
  ['church shoes for men size 46', 'karen-nyeusi'],
  ['lofers under 5000', 'karen-nyeusi karen-mchanga .'],
  ['suede shoes for men', 'naivasha-tembo karen-mchanga .'],
  ['kids shoes', 'nyota-kijani mdogo-nyanya nyota-anga mdogo-jani .'],
  ['viatu za watoto size 32', 'nyota-kijani mdogo-nyanya nyota-anga mdogo-jani .'],
  ['school shoes black', '≈ nyota-kijani mdogo-nyanya nyota-anga mdogo-jani .'],
  ['man shoes', 'mbio-ziwa naivasha-tembo delamere-mbili ruka-lami'],
]

it.each(held)('%s', async (search, first) => {
  const ctx = contextOn(database)
  const slugOf = ({ id }: { id: string }) => pictured.find((each) => each.id === id)?.slug
  const { products } = await listProducts(ctx, (await understandSearch(ctx, { search })).filter)
  const nearest = products.length === 0 ? ['≈', ...((await listInstead(ctx, search)).nearest?.products ?? []).map(slugOf)] : []
  const found = [...nearest, ...products.map(slugOf), '.']
  expect(found.slice(0, first.split(' ').length).join(' ')).toBe(first)
})
