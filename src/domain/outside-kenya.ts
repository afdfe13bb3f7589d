import { type PlaceIndex, placeKey, rootPlace } from '#domain/delivery-places.ts'

/** Countries that share names of towns with Kenya, such as `Busia, Uganda`: named, they count beside a Kenyan town as well. */
const neighbours = ['Uganda', 'Tanzania', 'Ethiopia', 'Somalia', 'South Sudan']

/** Countries and cities that are no place in Kenya (a test looks): they count where the address names no Kenyan town or county. `London` is an estate in Nakuru. */
const others = [
  ...['Rwanda', 'Burundi', 'Sudan', 'DRC', 'DR Congo', 'Democratic Republic of Congo', 'Malawi', 'Mozambique', 'Zimbabwe', 'Botswana', 'Namibia'],
  ...['South Africa', 'Nigeria', 'Ghana', 'Cameroon', 'Senegal', 'Eritrea', 'Djibouti', 'Zanzibar', 'Mauritius', 'Seychelles', 'Madagascar'],
  ...['UK', 'United Kingdom', 'England', 'Scotland', 'Wales', 'Ireland', 'USA', 'United States', 'United States of America', 'Canada', 'Australia'],
  ...['Germany', 'France', 'Italy', 'Spain', 'Netherlands', 'Belgium', 'Sweden', 'Norway', 'Denmark', 'Finland', 'Switzerland', 'Poland'],
  ...['India', 'Pakistan', 'China', 'UAE', 'United Arab Emirates', 'Qatar', 'Saudi Arabia', 'Oman', 'Kuwait', 'Bahrain'],
  ...['Kampala', 'Entebbe', 'Jinja', 'Mbarara', 'Gulu', 'Dar es Salaam', 'Arusha', 'Dodoma', 'Mwanza', 'Moshi', 'Addis Ababa', 'Mogadishu'],
  ...['Hargeisa', 'Kismayo', 'Juba', 'Khartoum', 'Kigali', 'Bujumbura', 'Goma', 'Kinshasa', 'Lubumbashi', 'Lusaka', 'Lilongwe', 'Harare'],
  ...['Johannesburg', 'Pretoria', 'Cape Town', 'Durban', 'Lagos', 'Abuja', 'Accra', 'Dubai', 'Abu Dhabi', 'Doha', 'Riyadh', 'Jeddah', 'Muscat'],
  ...['Mumbai', 'New Delhi', 'Guangzhou', 'Birmingham', 'Berlin', 'New York', 'Toronto', 'Sydney'],
]
export const foreignNames = [...neighbours, ...others]

/**
 * Whether an address is outside Kenya: a part between commas is the name of a foreign country or city, alone or behind a Kenyan place (`Busia Uganda`); where the
 * address names no Kenyan place, the last part may also end with it. `Uganda Road, Eldoret` and `behind Embassy of Uganda` are not, nor is an address that names Kenya.
 */
export function isOutsideKenya(places: PlaceIndex, address: string): boolean {
  const parts = address
    .split(/[,;\n]/)
    .map(placeKey)
    .filter(Boolean)
  const named = places.named(address)
  if (named.some(({ id }) => id === rootPlace)) return false
  const keys = named.some(({ kind }) => kind === 'county' || kind === 'town') ? neighbourKeys : foreignKeys
  const isBefore = (words: string) =>
    named.length > 0 ? named.some(({ name, aliases }) => [name, ...aliases].some((each) => placeKey(each) === words)) : !words.endsWith(' of')
  return parts.some((part, at) =>
    keys.some((key) => part === key || (at === parts.length - 1 && part.endsWith(` ${key}`) && isBefore(part.slice(0, -key.length - 1)))),
  )
}

const neighbourKeys = neighbours.map(placeKey)
const foreignKeys = foreignNames.map(placeKey)
