import { type Drawing, draw, WALLS } from './shoes.mjs'

export const cardSize = { width: 1200, height: 630 }

/** A product on its wall, in the shape of link previews: the whole shoe, the line at the height of every product picture. SVG. */
export function previewCard(drawing: Drawing): string {
  const [upper, lower, stripe] = WALLS[drawing.wall]!
  return card(`
    <linearGradient id="up" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".45"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
    <linearGradient id="low" x2="0" y2="1"><stop stop-color="#0a0612" stop-opacity=".08"/><stop offset="1" stop-color="#fff" stop-opacity=".16"/></linearGradient>
    ${coats(upper, lower, stripe)}
    <path fill="url(#up)" d="M0 0h1200v${line - 4}H0z"/><path fill="url(#low)" d="M0 ${line + 4}h1200v${630 - line}H0z"/>
    ${standing(drawing, 600, 0.96)}`)
}

/** The shop's own card: the wordmark on tarmac, and one shoe on the line. SVG. */
export function brandCard(drawing: Drawing): string {
  return card(`
    ${coats('#1d1829', '#262033', '#ffc72c')}
    <g transform="translate(64 ${line - 64}) scale(.15)"><path fill="#fff" d="${wordmark}"/><circle cx="2720" cy="-125" r="125" fill="#ffc72c"/></g>
    ${standing(drawing, 834, 0.76)}`)
}

/** 60.75 % of the height, as in every product picture. */
const line = 382

const card = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630">${inside}</svg>`

const coats = (upper: string, lower: string, stripe: string) =>
  `<path fill="${upper}" d="M0 0h1200v630H0z"/><path fill="${lower}" d="M0 ${line}h1200v${630 - line}H0z"/><path fill="${stripe}" d="M0 ${line - 4}h1200v8H0z"/>`

/** The cut-out shoe, its own board's line (y = 486) laid on the card's. */
const standing = (drawing: Drawing, middle: number, scale: number) =>
  `<g transform="translate(${middle - 500 * scale} ${line - 486 * scale}) scale(${scale})">${draw(drawing, 'cutout')}</g>`

/** "viatu" in Parkinsans ExtraBold (SIL OFL), as outlines: 1000 units to the em, the baseline at 0. */
const wordmark = [
  'M218 -561L325 -185L430 -561L639 -561L446 0L202 0L9 -561L218 -561Z',
  'M648 0L648 -561L844 -561L844 0L648 0ZM747 -614C710 -614 681 -624 658 -644C635 -665 624 -690 624 -721C624 -752 635 -778 658 -799C681 -820 710 -830 747 -830C784 -830 813 -820 835 -799C858 -778 869 -752 869 -721C869 -690 858 -665 835 -644C813 -624 784 -614 747 -614Z',
  'M1100 7C1051 7 1009 -6 974 -32C939 -58 913 -93 895 -136C877 -180 868 -228 868 -280C868 -332 877 -380 895 -424C913 -467 939 -502 974 -528C1009 -555 1051 -568 1100 -568C1141 -568 1177 -556 1208 -533C1238 -510 1259 -477 1271 -435L1271 -561L1467 -561L1467 0L1367 0C1336 0 1313 -8 1296 -25C1279 -42 1271 -65 1271 -96L1271 -125C1259 -83 1238 -50 1208 -28C1177 -4 1141 7 1100 7ZM1169 -165C1188 -165 1206 -170 1221 -179C1236 -188 1248 -201 1258 -218C1266 -235 1271 -256 1271 -280C1271 -304 1266 -324 1258 -342C1248 -359 1236 -373 1221 -382C1205 -392 1188 -397 1169 -397C1150 -397 1132 -392 1117 -382C1102 -373 1090 -359 1081 -342C1072 -324 1068 -304 1068 -280C1068 -256 1072 -236 1081 -218C1090 -202 1102 -188 1117 -179C1133 -170 1150 -165 1169 -165Z',
  'M1793 7C1722 7 1669 -11 1633 -47C1599 -83 1581 -137 1581 -209L1581 -402L1491 -402L1491 -561L1877 -561L1877 -402L1778 -402L1778 -209C1778 -194 1783 -182 1794 -172C1805 -163 1818 -158 1834 -158C1839 -158 1843 -158 1848 -160C1853 -160 1857 -162 1862 -163L1895 -13C1880 -8 1865 -4 1847 0C1831 5 1812 7 1793 7ZM1536 -515L1536 -561C1551 -561 1564 -566 1574 -576C1584 -586 1589 -599 1589 -614L1589 -697L1778 -697L1778 -644C1778 -634 1775 -623 1771 -611C1765 -599 1758 -588 1748 -579C1738 -570 1725 -564 1710 -561L1536 -515Z',
  'M2312 -96L2312 -561L2509 -561L2509 0L2408 0C2377 0 2354 -8 2337 -25C2320 -42 2312 -65 2312 -96ZM2143 7C2096 7 2057 -4 2026 -24C1995 -46 1971 -74 1955 -111C1939 -148 1931 -189 1931 -236L1931 -561L2126 -561L2126 -261C2126 -228 2135 -203 2151 -185C2169 -167 2191 -158 2219 -158C2239 -158 2256 -163 2269 -172C2283 -182 2294 -196 2301 -213C2308 -230 2312 -250 2312 -271L2337 -242C2335 -184 2325 -137 2307 -100C2290 -63 2267 -36 2239 -19C2210 -2 2178 7 2143 7Z',
].join('')
