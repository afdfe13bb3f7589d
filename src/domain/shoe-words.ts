import { sneakersSlug } from '#domain/catalogue.ts'

/** A kind of shoes: the products of its categories, and those with its words in their name. */
export interface ShoeKind {
  /** Plural, for answers. */
  label: string
  /** Words for it in the singular: Kenyan English, Kiswahili, Sheng. */
  words: string[]
  slugs: string[]
  /** Prefixes of words in product names. */
  names: string[]
  /** Names a purpose, such as running; dropped where another word names a kind of shoe. */
  isPurpose?: true
}

export const shoeKinds: ShoeKind[] = [
  { label: 'sneakers', words: ['sneaker', 'raba', 'kick', 'trainer'], slugs: [sneakersSlug], names: ['sneaker', 'trainer', 'runner'] },
  { label: 'loafers', words: ['loafer', 'moccasin'], slugs: ['loafers'], names: ['loafer', 'moccasin'] },
  {
    label: 'heels',
    words: ['heel', 'highheel', 'mchuchumio', 'kisigino', 'visigino'],
    slugs: ['heels'],
    names: ['heel', 'pump', 'stiletto', 'wedge'],
  },
  { label: 'flats', words: ['flat', 'doll', 'ballerina', 'ballet'], slugs: ['flats'], names: ['flat', 'ballerina'] },
  {
    label: 'sandals',
    words: ['sandal', 'ndala', 'kandambili', 'champali', 'makubadhi', 'malapa', 'openshoe'],
    slugs: ['sandals'],
    names: ['sandal', 'slide', 'flip'],
  },
  { label: 'unisex shoes', words: ['unisex'], slugs: ['unisex-shoes', 'women-unisex-sneakers', 'men-unisex-sneakers'], names: ['unisex'] },
  { label: 'Jordans', words: ['jordan'], slugs: ['jordans'], names: ['jordan'] },
  { label: 'Nike shoes', words: ['nike'], slugs: ['nike'], names: ['nike'] },
  { label: 'casual shoes', words: ['casual'], slugs: ['casual'], names: ['casual'], isPurpose: true },
  { label: 'boots', words: ['boot', 'buti', 'buut'], slugs: [], names: ['boot', 'chelsea'] },
  { label: 'slip-ons', words: ['slipon'], slugs: [], names: ['slip on'] },
  {
    label: 'running shoes',
    words: ['running', 'jogging', 'jog', 'marathon', 'gym', 'kukimbia', 'mazoezi', 'michezo', 'sport', 'workout'],
    slugs: [],
    names: ['runner', 'running', 'sport'],
    isPurpose: true,
  },
  {
    label: 'official shoes',
    words: ['official', 'oficial', 'ofical', 'office', 'formal', 'interview', 'ofisi', 'kazi', 'work', 'rasmi', 'suit', 'graduation'],
    slugs: ['loafers'],
    names: ['loafer', 'brogue', 'spectator', 'oxford', 'derby', 'pump'],
    isPurpose: true,
  },
  {
    label: 'shoes for a celebration',
    words: ['wedding', 'harusi', 'party', 'sherehe', 'dinner', 'bridal', 'bride', 'prom'],
    slugs: ['heels'],
    names: ['heel', 'pump', 'stiletto', 'spectator', 'oxford'],
    isPurpose: true,
  },
]

/** Audiences with their words and categories. Children's shoes have no category and are found by size. */
export const audiences = {
  women: {
    words: [
      ...['women', 'woman', 'lady', 'ladie', 'female', 'girl', 'wife', 'girlfriend', 'mum', 'mom', 'mother', 'sister'],
      ...['wanawake', 'mwanamke', 'kike', 'mama', 'wamama', 'dada', 'wadada', 'binti', 'dame', 'msichana', 'wasichana', 'mrembo'],
    ],
    slugs: ['women-shoes', 'unisex-shoes'],
  },
  men: {
    words: [
      ...['men', 'man', 'male', 'gent', 'guy', 'boy', 'husband', 'boyfriend', 'dad', 'father', 'brother'],
      ...['wanaume', 'mwanaume', 'mwanamume', 'kiume', 'baba', 'wababa', 'mvulana', 'wavulana', 'kaka', 'mzee', 'jamaa'],
    ],
    slugs: ['men-shoes', 'unisex-shoes'],
  },
  kids: {
    words: ['kid', 'child', 'children', 'toddler', 'baby', 'son', 'daughter', 'school', 'watoto', 'mtoto', 'kijana', 'shule', 'pupil'],
    slugs: [],
  },
} as const
export type Audience = keyof typeof audiences
/** EU; a product with this size or a smaller one is for children. */
export const largestKidsSize = 35

/** Colours with their synonyms and shades. The shades are searched only where no product name contains the colour. */
export const colours: Record<string, { words: string[]; shades: string[] }> = {
  black: { words: ['nyeusi', 'mweusi', 'cheusi', 'vyeusi', 'blak', 'blacc'], shades: ['night', 'onyx', 'jet', 'ebony', 'coal'] },
  white: { words: ['nyeupe', 'mweupe', 'cheupe', 'vyeupe'], shades: ['cloud', 'salt', 'cotton', 'ivory', 'cream', 'bone', 'snow', 'chalk'] },
  red: {
    words: ['nyekundu', 'mwekundu', 'chekundu', 'vyekundu'],
    shades: ['oxblood', 'tomato', 'wine', 'pomegranate', 'ember', 'crimson', 'cherry', 'maroon'],
  },
  maroon: { words: ['damuyamzee'], shades: ['oxblood', 'wine', 'burgundy'] },
  blue: {
    words: ['buluu', 'bluu', 'samawati', 'bluish'],
    shades: ['cobalt', 'navy', 'sky', 'ocean', 'lake', 'lagoon', 'indigo', 'denim', 'teal'],
  },
  green: { words: ['kijani'], shades: ['emerald', 'forest', 'leaf', 'canopy', 'tea', 'olive', 'mint', 'sage', 'khaki'] },
  yellow: { words: ['manjano', 'njano'], shades: ['maize', 'sunrise', 'mustard', 'lemon', 'butter'] },
  orange: { words: ['machungwa', 'chungwa'], shades: ['mango', 'ember', 'coral', 'apricot'] },
  pink: { words: ['waridi', 'pinki'], shades: ['rose', 'blush', 'coral', 'fuchsia', 'peach'] },
  purple: { words: ['zambarau', 'urujuani'], shades: ['violet', 'jacaranda', 'grape', 'plum', 'lilac', 'lavender'] },
  brown: { words: ['kahawia', 'brawn', 'hudhurungi'], shades: ['chestnut', 'walnut', 'coffee', 'tan', 'camel', 'cognac', 'chocolate', 'mocha'] },
  beige: { words: ['nude'], shades: ['biscuit', 'sand', 'camel', 'cream', 'stone', 'bone'] },
  grey: { words: ['gray', 'kijivu'], shades: ['tarmac', 'slate', 'ash', 'charcoal', 'smoke'] },
  gold: { words: ['golden', 'dhahabu'], shades: [] },
  silver: { words: ['fedha'], shades: ['chrome', 'metallic'] },
}

/** Brands, and the nearest kind (a label of `shoeKinds`) to search where no product has that brand. */
export const makes: Record<string, string> = {
  ...Object.fromEntries(
    ['adidas', 'puma', 'converse', 'vans', 'fila', 'reebok', 'skechers', 'asics', 'airforce', 'yeezy'].map((make) => [make, 'sneakers']),
  ),
  ...Object.fromEntries(['crocs', 'birkenstock', 'birkenstocks', 'havaianas'].map((make) => [make, 'sandals'])),
  timberland: 'boots',
  timberlands: 'boots',
  clarks: 'official shoes',
}

/** Materials as descriptions name them, with synonyms. */
export const materials: Record<string, string[]> = { leather: ['ngozi'], suede: [], mesh: [], knitted: ['knit'], waterproof: [], patent: [] }

/** Words for shoes in general. */
export const shoeWords = ['shoe', 'viatu', 'kiatu', 'footwear', 'pair', 'jozi', 'product', 'stock', 'collection', 'catalogue']
export const offerWords = ['offer', 'sale', 'discount', 'discounted', 'deal', 'ofa', 'punguzo', 'promotion', 'promo', 'clearance']
export const cheapWords = ['cheap', 'cheaper', 'cheapest', 'affordable', 'rahisi', 'cheep', 'lowest', 'poa', 'chini']
export const dearWords = ['expensive', 'priciest', 'dearest', 'luxury', 'premium']
export const newWords = ['newest', 'latest', 'mpya', 'arrival']
export const priceWords = ['price', 'bei', 'cost', 'much', 'ngapi', 'pricing', 'gharama', 'doo', 'pesa']
export const sizeWords = ['size', 'saizi', 'saiz', 'sais', 'namba', 'number', 'eu', 'uk', 'us']

/** Stop words. */
export const smallWords = new Set(
  `a an the this that these those it its it's is are was were be been am do does did have has had having can could will would shall should may might must
  i im i'm ive me my mine we our us you your yours u ur he she they them their his her hers him who whom whose which what whats what's when where why how
  and or but if so of in on at to for from by with without about into over under below above between than then as not no yes ok okay please pls kindly
  any some all every each other another one ones thing things something anything nothing more most less least very really just only also too there here now
  today tomorrow want wants wanted need needs needed looking look find found get got getting give show see tell know like love buy buying purchase order
  sell selling available availability up down out off ksh kes sh shs bob kenya shilling shillings around approximately about max maximum min minimum budget
  range best good nice quality original genuine real comfy comfortable beautiful cute new fresh great cool smart fine pretty stylish trendy durable decent lovely
  perfect proper suitable simple classic type types kind style styles colour color colours colors pair shop store buyer customer hi hey hello morning afternoon evening come comes coming
  make makes fit fits wear wearing go going let lets help assist question thanks thank well still maybe perhaps possible interested recommend suggest idea option
  options wears wore walk walking everyday daily year years old someone somebody people compare versus feet foot occasion events event
  got have've you've don't dont doesn't isn't aren't won't can't cannot i'd i'll you'll there's that's
  na ni ya wa za la cha vya kwa katika au ama pia tu je nini gani ngapi wapi lini nani aje vipi hii hiki hizi hizo hilo huyu yule ile hapa hapo kama lakini rangi akina
  nataka natafuta ninataka ninatafuta naomba nahitaji nipate nipee nipe nionyeshe onyesha mko mnayo mna muna kuna iko ziko ipo zipo niko una unayo yenye wenye
  zenye vyenye mimi sisi wewe nyinyi yangu yako yenu wangu langu zangu changu vyangu nzuri mzuri safi kali fiti tafadhali sana kabisa tena bado sasa leo kesho
  kununua nunua nikinunua kuuza mnauza uza naweza naeza ninaweza inaweza unaweza mnaweza nitapata napata pata kupata basi ati eti sawa haya si hapana ndio ndiyo
  habari mambo jambo hujambo shikamoo salama niaje buda bro bana boss msee manze maze ule wale iwe ikiwa kuwa kina bila hakuna hata kila zote yote pesa kshs ngapi shilingi`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
