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
 * Whether an address is outside Kenya: a part between commas is the name of a foreign country or city, or the last one ends with it. `Uganda Road, Eldoret` and
 * `Embassy of Uganda, Nairobi` are not, nor is an address that names Kenya.
 */
export function isOutsideKenya(places: PlaceIndex, address: string): boolean {
  const parts = address
    .split(/[,;\n]/)
    .map(placeKey)
    .filter(Boolean)
  const isNamed = (keys: string[]) =>
    parts.some((part, at) => keys.some((key) => part === key || (at === parts.length - 1 && part.endsWith(` ${key}`))))
  if (!isNamed(foreignKeys)) return false
  const named = places.named(address)
  if (named.some(({ id }) => id === rootPlace)) return false
  return isNamed(neighbourKeys) || !named.some(({ kind }) => kind === 'county' || kind === 'town')
}

const neighbourKeys = neighbours.map(placeKey)
const foreignKeys = foreignNames.map(placeKey)
