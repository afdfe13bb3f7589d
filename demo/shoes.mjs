// Viatu shoe art. Draws shoes as SVG from parameters. No dependencies.
// Every silhouette lives on a 1000 x 800 board: heel left, toe right, ground at y = 606.

/* ───────────────────────── colour ───────────────────────── */

const toLinear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const toGamma = (v) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
const rgb = (hex) => [1, 3, 5].map((i) => toLinear(parseInt(hex.slice(i, i + 2), 16) / 255))

function oklab(hex) {
  const [r, g, b] = rgb(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3
  const out = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return '#' + out.map((v) => Math.round(255 * Math.min(1, Math.max(0, toGamma(v)))).toString(16).padStart(2, '0')).join('')
}

export function mix(a, b, t) {
  const x = oklab(a)
  const y = oklab(b)
  return fromOklab(x.map((v, i) => v + (y[i] - v) * t))
}
const dark = (c, t) => mix(c, '#120e1c', t)
const light = (c, t) => mix(c, '#ffffff', t)
const lum = (c) => oklab(c)[0]

/* ───────────────────────── geometry ───────────────────────── */

const n1 = (v) => Math.round(v * 10) / 10

/** Samples an absolute path (M L C Q Z) into evenly spaced points. */
function pts(d, step = 5) {
  const tokens = d.match(/[MLCQZ]|-?[\d.]+/g)
  const raw = []
  let i = 0
  let cmd = ''
  let x = 0
  let y = 0
  let start = [0, 0]
  const num = () => parseFloat(tokens[i++])
  while (i < tokens.length) {
    if (/[MLCQZ]/.test(tokens[i])) cmd = tokens[i++]
    if (cmd === 'Z') {
      raw.push([...start])
      cmd = ''
      continue
    }
    const p0 = [x, y]
    if (cmd === 'M') {
      x = num(); y = num(); start = [x, y]
      raw.push([x, y])
      cmd = 'L'
      continue
    }
    const c = []
    const n = cmd === 'C' ? 3 : cmd === 'Q' ? 2 : 1
    for (let k = 0; k < n; k++) c.push([num(), num()])
    const seg = n === 1 ? 12 : 48
    for (let k = 1; k <= seg; k++) {
      const t = k / seg
      const u = 1 - t
      const all = [p0, ...c]
      const w = n === 3 ? [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3] : n === 2 ? [u * u, 2 * u * t, t * t] : [u, t]
      raw.push([0, 1].map((ax) => all.reduce((s, p, q) => s + p[ax] * w[q], 0)))
    }
    ;[x, y] = c[n - 1]
  }
  return respace(raw, step)
}

function respace(raw, step) {
  const out = [raw[0]]
  let left = step
  for (let i = 1; i < raw.length; i++) {
    let [ax, ay] = raw[i - 1]
    const [bx, by] = raw[i]
    let len = Math.hypot(bx - ax, by - ay)
    while (len >= left && len > 0) {
      const t = left / len
      ax += (bx - ax) * t
      ay += (by - ay) * t
      out.push([ax, ay])
      len -= left
      left = step
    }
    left -= len
  }
  out.push(raw[raw.length - 1])
  return out
}

/** Points moved sideways by dist; positive is to the right of travel. */
function shift(points, dist) {
  return points.map((p, i) => {
    const a = points[Math.max(0, i - 2)]
    const b = points[Math.min(points.length - 1, i + 2)]
    const len = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
    return [p[0] - ((b[1] - a[1]) / len) * dist, p[1] + ((b[0] - a[0]) / len) * dist]
  })
}

/** Point and direction at a fraction of the way along a path. */
function at(points, t) {
  const i = Math.min(points.length - 1, Math.max(0, Math.round(t * (points.length - 1))))
  const a = points[Math.max(0, i - 2)]
  const b = points[Math.min(points.length - 1, i + 2)]
  const len = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
  return { x: points[i][0], y: points[i][1], dx: (b[0] - a[0]) / len, dy: (b[1] - a[1]) / len }
}

const poly = (p) => 'M' + p.map(([x, y]) => `${n1(x)} ${n1(y)}`).join('L')

/* ───────────────────────── drawing board ───────────────────────── */

class Board {
  constructor(prefix) {
    this.prefix = prefix
    this.defs = []
    this.out = []
    this.count = 0
    this.cache = new Map()
  }
  id() {
    return `${this.prefix}${(this.count++).toString(36)}`
  }
  def(key, make) {
    if (!this.cache.has(key)) {
      const id = this.id()
      this.defs.push(make(id))
      this.cache.set(key, id)
    }
    return this.cache.get(key)
  }
  put(svg) {
    this.out.push(svg)
  }
  clip(d) {
    return this.def('clip' + d, (id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`)
  }
  lin(stops, x1, y1, x2, y2) {
    const s = stops.map(([o, c, a]) => `<stop offset="${o}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`).join('')
    const key = `lin${s}${[x1, y1, x2, y2]}`
    return `url(#${this.def(key, (id) => `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${s}</linearGradient>`)})`
  }
  glow(cx, cy, rx, ry, c, a, rot = 0) {
    const g = this.def(`rad${c}${a}`, (id) => `<radialGradient id="${id}"><stop offset="0" stop-color="${c}" stop-opacity="${a}"/><stop offset=".55" stop-color="${c}" stop-opacity="${n1(a * 45) / 100}"/><stop offset="1" stop-color="${c}" stop-opacity="0"/></radialGradient>`)
    return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="url(#${g})"${rot ? ` transform="rotate(${rot} ${cx} ${cy})"` : ''}/>`
  }
  blur(r) {
    return this.def('blur' + r, (id) => `<filter id="${id}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${r}"/></filter>`)
  }
  /** Opens a group clipped to a shape; everything until end() stays inside it. */
  within(d) {
    this.put(`<g clip-path="url(#${this.clip(d)})">`)
  }
  end() {
    this.put('</g>')
  }
  texture(kind, color) {
    const ink = lum(color) > 0.45 ? '#0c0814' : '#ffffff'
    const inv = lum(color) > 0.45 ? '#ffffff' : '#000000'
    const bodies = {
      mesh: [11, 11, `<ellipse cx="2.8" cy="2.8" rx="1.7" ry="2.1" fill="${ink}" opacity=".26"/><ellipse cx="8.3" cy="8.3" rx="1.7" ry="2.1" fill="${ink}" opacity=".26"/>`, 'skewX(-14)'],
      canvas: [7, 7, `<path d="M0 1.7H3.5M3.5 5.2H7" stroke="${ink}" stroke-width="1.5" opacity=".13"/><path d="M1.7 3.5V7M5.2 0V3.5" stroke="${inv}" stroke-width="1.5" opacity=".22"/>`, 'rotate(12)'],
      knit: [14, 12, `<path d="M0 0L7 6L14 0M0 12L7 18L14 12" fill="none" stroke="${ink}" stroke-width="2.1" opacity=".14"/><path d="M0 6L7 12L14 6" fill="none" stroke="${inv}" stroke-width="2.1" opacity=".18"/>`, 'rotate(-8)'],
      suede: [23, 19, `<g fill="${ink}" opacity=".11"><circle cx="2" cy="3" r="1.2"/><circle cx="9" cy="7" r=".9"/><circle cx="16" cy="2" r="1"/><circle cx="20" cy="11" r="1.2"/><circle cx="5" cy="14" r="1"/><circle cx="13" cy="16" r="1.1"/></g><g fill="${inv}" opacity=".14"><circle cx="6" cy="9" r="1"/><circle cx="12" cy="3" r=".9"/><circle cx="18" cy="15" r="1"/><circle cx="1" cy="17" r=".9"/></g>`, 'rotate(20)'],
      rib: [9, 20, `<path d="M2 0V20" stroke="${ink}" stroke-width="2.6" opacity=".32"/><path d="M5.4 0V20" stroke="${inv}" stroke-width="1.4" opacity=".22"/>`, 'rotate(6)'],
    }
    const [w, h, body, tf] = bodies[kind]
    return `url(#${this.def('tex' + kind + ink, (id) => `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse" patternTransform="${tf}">${body}</pattern>`)})`
  }
  /** Own geometric print, for canvas shoes and flats. */
  print(kind, a, b, c) {
    const bodies = {
      tumba: [64, 64, `<rect width="64" height="64" fill="${a}"/><path d="M32 4L60 32L32 60L4 32Z" fill="${b}"/><path d="M32 16L48 32L32 48L16 32Z" fill="${a}"/><circle cx="32" cy="32" r="7" fill="${c}"/><g fill="${c}"><circle cx="0" cy="0" r="8"/><circle cx="64" cy="0" r="8"/><circle cx="0" cy="64" r="8"/><circle cx="64" cy="64" r="8"/></g>`],
      miale: [46, 46, `<rect width="46" height="46" fill="${a}"/><path d="M-6 30L23 4L52 30" fill="none" stroke="${b}" stroke-width="10"/><path d="M-6 53L23 27L52 53" fill="none" stroke="${c}" stroke-width="5"/>`],
      matone: [40, 40, `<rect width="40" height="40" fill="${a}"/><circle cx="10" cy="10" r="6.5" fill="${b}"/><circle cx="30" cy="30" r="6.5" fill="${b}"/><circle cx="30" cy="10" r="2.6" fill="${c}"/><circle cx="10" cy="30" r="2.6" fill="${c}"/>`],
    }
    const [w, h, body] = bodies[kind]
    return `url(#${this.def('print' + kind + a + b + c, (id) => `<pattern id="${id}" width="${w}" height="${h}" patternUnits="userSpaceOnUse" patternTransform="translate(20 6) rotate(-9)">${body}</pattern>`)})`
  }
  /** One lit piece of material: thickness shadow, gradient, texture, edges, stitching. */
  panel(d, color, o = {}) {
    const { top = 340, bottom = 600, tex, stitch = [], thread, lift = 1, print, edge = true } = o
    if (lift) this.put(`<path d="${d}" transform="translate(${n1(-1.5 * lift)} ${n1(3 * lift)})" fill="none" stroke="#0a0612" stroke-width="${5 * lift}" opacity=".3" filter="url(#${this.blur(2.4)})"/>`)
    const span = lum(color) < 0.4 ? 0.2 : 0.34
    const fill = this.lin([[0, light(color, lum(color) < 0.4 ? 0.16 : span * 0.4)], [0.5, color], [1, dark(color, lum(color) > 0.85 ? 0.13 : 0.2)]], 420, top, 470, bottom)
    this.put(`<path d="${d}" fill="${print ?? fill}"/>`)
    if (print) this.put(`<path d="${d}" fill="${this.lin([[0, '#ffffff', 0.14], [0.5, '#ffffff', 0], [1, '#0a0612', 0.3]], 420, top, 470, bottom)}"/>`)
    if (tex) this.put(`<path d="${d}" fill="${this.texture(tex, color)}"/>`)
    if (edge) {
      this.put(`<path d="${d}" fill="none" stroke="${dark(color, 0.42)}" stroke-width="1.8" opacity=".75"/>`)
      this.put(`<path d="${d}" fill="none" stroke="${light(color, 0.5)}" stroke-width="1.6" opacity=".45" transform="translate(.8 1.9)" clip-path="url(#${this.clip(d)})"/>`)
    }
    for (const off of stitch) this.stitch(d, off, thread ?? color)
  }
  /** A dashed thread running beside an edge. */
  stitch(d, off, color, o = {}) {
    const line = poly(shift(pts(d, 6), off))
    const same = o.exact ? color : lum(color) > 0.5 ? dark(color, 0.3) : light(color, 0.3)
    this.put(`<path d="${line}" fill="none" stroke="${dark(color, 0.5)}" stroke-width="${(o.w ?? 2.2) + 1}" stroke-linecap="round" stroke-dasharray="6 5.5" opacity=".22" transform="translate(0 1.2)"/>`)
    this.put(`<path d="${line}" fill="none" stroke="${same}" stroke-width="${o.w ?? 2.2}" stroke-linecap="round" stroke-dasharray="6 5.5" opacity="${o.a ?? 0.85}"/>`)
  }
  line(d, color, w, o = {}) {
    this.put(`<path d="${d}" fill="none" stroke="${color}" stroke-width="${w}" stroke-linecap="${o.cap ?? 'round'}" stroke-linejoin="round" opacity="${o.a ?? 1}"${o.dash ? ` stroke-dasharray="${o.dash}"` : ''}${o.tf ? ` transform="${o.tf}"` : ''}${o.blur ? ` filter="url(#${this.blur(o.blur)})"` : ''}/>`)
  }
  fill(d, color, a = 1, extra = '') {
    this.put(`<path d="${d}" fill="${color}"${a === 1 ? '' : ` opacity="${a}"`}${extra}/>`)
  }
  /** Round holes beside a path. */
  dots(d, off, every, r, color, o = {}) {
    const p = shift(pts(d, 3), off)
    const total = p.length * 3
    const n = Math.floor(total / every)
    let s = ''
    for (let i = 0; i <= n; i++) {
      const q = at(p, i / n)
      const rr = o.alt && i % 2 ? r * 0.55 : r
      s += `<circle cx="${n1(q.x)}" cy="${n1(q.y)}" r="${n1(rr)}"/>`
    }
    this.put(`<g fill="${light(color, 0.35)}" opacity=".5" transform="translate(.6 1.3)">${s}</g><g fill="${dark(color, 0.72)}">${s}</g>`)
  }
  /** Light on the finished upper: top light, core shadow, shadow at the sole join, rim. */
  light(d, o = {}) {
    const { gloss = 0.32, soleLine, spots = [], rim = 0.5 } = o
    this.within(d)
    this.put(`<rect x="100" y="120" width="820" height="500" fill="${this.lin([[0, '#ffffff', 0.1], [0.45, '#ffffff', 0], [0.62, '#0a0612', 0], [1, '#0a0612', 0.26]], 0, o.top ?? 330, 0, 604)}"/>`)
    this.put(`<rect x="100" y="120" width="820" height="500" fill="${this.lin([[0, '#0a0612', 0.3], [0.09, '#0a0612', 0.07], [0.16, '#ffffff', 0.08], [0.3, '#ffffff', 0], [0.86, '#0a0612', 0], [1, '#0a0612', 0.26]], o.x1 ?? 146, 0, o.x2 ?? 884, 0)}"/>`)
    for (const [x, y, rx, ry, rot, a] of spots) this.put(this.glow(x, y, rx, ry, '#ffffff', a ?? gloss, rot ?? 0))
    if (soleLine) this.line(soleLine, '#0a0612', 20, { a: 0.3, blur: 7 })
    this.line(d, '#ffffff', 5, { a: rim, blur: 1.6, tf: 'translate(-.5 2.5)' })
    this.line(d, '#0a0612', 2.4, { a: 0.4 })
    this.end()
  }
  /** Row of laces: holes on an eyestay edge, cords going over the ridge. */
  laces(ridge, o) {
    const { color, n = 6, from = 0.04, to = 0.9, inset = 24, out = 12, w = 13, hole = '#1b1622', lean = 0.25, eyelet } = o
    const p = pts(ridge, 3)
    for (let i = n - 1; i >= 0; i--) {
      const q = at(p, from + ((to - from) * i) / (n - 1))
      const nx = -q.dy
      const ny = q.dx
      const hx = q.x + nx * inset
      const hy = q.y + ny * inset
      const ex = q.x - nx * out + q.dx * inset * lean * 1.4
      const ey = q.y - ny * out + q.dy * inset * lean * 1.4
      const mx = (hx + ex) / 2 - q.dx * 3
      const my = (hy + ey) / 2 - q.dy * 3
      const cord = `M${n1(hx)} ${n1(hy)}Q${n1(mx)} ${n1(my)} ${n1(ex)} ${n1(ey)}`
      if (eyelet) this.put(`<circle cx="${n1(hx)}" cy="${n1(hy)}" r="8.5" fill="${eyelet}" stroke="${dark(eyelet, 0.5)}" stroke-width="1.6"/>`)
      this.put(`<circle cx="${n1(hx)}" cy="${n1(hy)}" r="5.6" fill="${hole}"/>`)
      this.line(cord, '#0a0612', w, { a: 0.35, tf: 'translate(-1 4)', blur: 1.6 })
      this.line(cord, dark(color, lum(color) > 0.7 ? 0.3 : 0.45), w)
      this.line(cord, color, w - 2.6)
      this.line(cord, light(color, 0.6), w * 0.3, { a: 0.6, tf: 'translate(-1.4 -1.8)' })
    }
  }
  /** A tied bow seen from the side. */
  bow(x, y, color, s = 1, rot = 0) {
    const loops = ['M0 0C-20 -26 -58 -30 -60 -8C-60 10 -26 10 0 0', 'M0 0C14 -30 52 -40 58 -18C60 0 28 8 0 0', 'M0 0C-10 20 -16 38 -30 52', 'M0 0C12 18 26 32 32 54']
    this.put(`<g transform="translate(${x} ${y}) rotate(${rot}) scale(${s})">`)
    for (const d of loops) {
      this.line(d, '#0a0612', 11, { a: 0.28, tf: 'translate(-1 5)', blur: 2 })
      this.line(d, dark(color, lum(color) > 0.7 ? 0.3 : 0.45), 10.5)
      this.line(d, color, 8)
      this.line(d, light(color, 0.6), 2.4, { a: 0.55, tf: 'translate(-.8 -1.6)' })
    }
    this.put(`<rect x="-9" y="-8" width="18" height="16" rx="7" fill="${color}" stroke="${dark(color, 0.4)}" stroke-width="1.6"/></g>`)
  }
}

/* ───────────────────────── soles ───────────────────────── */

/** A rubber or foam sole part: body gradient, lit top edge, dark bottom. */
function rubber(b, d, color, top, bottom, o = {}) {
  const deep = lum(color) > 0.85 ? 0.17 : 0.3
  b.put(`<path d="${d}" fill="${b.lin([[0, light(color, 0.25)], [0.35, color], [1, dark(color, deep)]], 0, top, 0, bottom)}"/>`)
  b.within(d)
  b.put(`<rect x="100" y="${top - 40}" width="820" height="${bottom - top + 80}" fill="${b.lin([[0, '#0a0612', 0.28], [0.1, '#0a0612', 0.02], [0.2, '#ffffff', 0.18], [0.36, '#ffffff', 0], [0.85, '#0a0612', 0], [1, '#0a0612', 0.26]], 148, 0, 886, 0)}"/>`)
  o.inside?.()
  b.line(d, '#ffffff', o.thin ? 3 : 5, { a: (o.thin ? 0.2 : 0.34) + 0.25 * lum(color) * (o.thin ? 0 : 1), tf: 'translate(0 2)', blur: 1 })
  b.line(d, '#0a0612', 2.6, { a: 0.34 })
  b.end()
}

/** Tread: short notches cut in the bottom edge. */
function tread(b, d, color, every = 17) {
  const p = pts(d, 3)
  const n = Math.floor((p.length * 3) / every)
  let s = ''
  for (let i = 1; i < n; i++) {
    const q = at(p, i / n)
    s += `M${n1(q.x - q.dy * -1)} ${n1(q.y)}l${n1(-q.dy * 6)} ${n1(-6)}`
  }
  b.line(s, dark(color, 0.55), 3, { a: 0.8, cap: 'butt' })
}

/** House mark on our own sneakers: a sun rising over the sole. */
function sun(b, x, y, r, a, c) {
  const half = (q) => `M${x - q} ${y}A${q} ${q} 0 0 1 ${x + q} ${y}L${x + q} ${y + 60}L${x - q} ${y + 60}Z`
  for (const [q, w] of [[r * 0.9, r * 0.17]]) {
    const ring = `M${x - q} ${y + 30}L${x - q} ${y}A${q} ${q} 0 0 1 ${x + q} ${y}L${x + q} ${y + 30}`
    b.line(ring, '#0a0612', w + 3, { a: 0.28, tf: 'translate(-1 3)', blur: 2 })
    b.line(ring, dark(a, 0.35), w + 2, { cap: 'butt' })
    b.line(ring, a, w, { cap: 'butt' })
    b.line(ring, light(a, 0.5), 1.6, { a: 0.5, tf: `translate(0 ${n1(-w / 2 + 2)})` })
  }
  b.put(`<path d="${half(r * 0.56)}" fill="none" stroke="#0a0612" stroke-width="5" opacity=".28" transform="translate(-1 3)" filter="url(#${b.blur(2)})"/>`)
  b.put(`<path d="${half(r * 0.56)}" fill="${b.lin([[0, light(c, 0.14)], [1, dark(c, 0.2)]], 0, y - r, 0, y + 30)}" stroke="${dark(c, 0.38)}" stroke-width="1.8"/>`)
  b.put(`<path d="M${n1(x - r * 0.46)} ${y}A${n1(r * 0.46)} ${n1(r * 0.46)} 0 0 1 ${n1(x + r * 0.46)} ${y}" fill="none" stroke="${lum(c) > 0.5 ? dark(c, 0.3) : light(c, 0.35)}" stroke-width="2" stroke-dasharray="6 5" stroke-linecap="round" opacity=".8"/>`)
}

/* ───────────────────────── silhouettes ───────────────────────── */

const S = {}

S.court = (b, c) => {
  const upper = 'M168 572C158 532 149 502 152 472C155 440 172 424 170 398C168 380 160 372 165 358C170 344 186 340 199 347C226 362 246 414 304 424C350 430 380 402 398 364L417 329C426 320 440 321 448 329C500 374 560 424 636 450C692 461 754 452 808 467C852 482 877 518 877 572Z'
  const ridge = 'M448 329C500 374 560 424 636 450'
  b.fill('M186 350C230 356 262 376 312 382C352 384 380 352 402 320L420 420L300 440L200 400Z', dark(c.lining, 0.34))
  b.fill('M199 349C236 366 270 396 318 398C356 398 384 366 402 330L420 420L300 440Z', dark(c.lining, 0.16))
  const tongue = 'M404 392C394 350 382 318 378 296C376 276 398 268 422 275C448 283 458 300 470 322C524 372 574 412 640 448L560 450L420 400Z'
  b.panel(tongue, c.tongue ?? c.upper, { top: 270, stitch: [7], tex: c.tongueTex })
  b.fill('M392 296C404 288 424 290 438 302L444 322C428 310 410 308 396 314Z', c.accent)
  b.panel(upper, c.upper, { lift: 0, tex: c.tex })
  b.within(upper)
  b.panel('M128 620L128 470C150 452 196 452 236 470C286 492 300 540 300 620Z', c.heel, { stitch: [7, 13] })
  b.panel('M560 620C556 566 596 508 668 486C720 470 790 462 900 470L900 620Z', c.toe, { stitch: [-8] , tex: c.toeTex })
  b.panel('M640 436C690 452 740 462 790 480C772 512 730 530 684 528C656 526 634 500 640 436Z', c.vamp ?? c.upper, { lift: 0.7 })
  for (let r = 0; r < 4; r++) b.dots(`M${668 + r * 5} ${472 + r * 14}C${700 + r * 4} ${478 + r * 13} ${730 - r * 2} ${482 + r * 12} ${768 - r * 16} ${490 + r * 10}`, 0, 17, 3, c.vamp ?? c.upper)
  sun(b, 430, 556, 82, c.accent, c.accent2 ?? c.accent)
  b.panel('M384 392L417 322C426 312 444 318 452 326C504 372 562 420 640 444C668 452 674 472 656 486C636 498 606 492 580 482C520 456 466 424 426 412C404 406 388 404 384 392Z', c.eyestay ?? c.upper, { stitch: [9] })
  b.panel('M140 420C150 396 196 396 226 420C216 440 160 452 140 448Z', c.accent, { lift: 0.7, stitch: [6] })
  b.line('M165 360C176 344 190 344 200 350C226 364 246 414 304 424C350 430 380 402 398 364', dark(c.lining, 0.3), 22, { a: 0.5, tf: 'translate(2 4)', blur: 3 })
  b.line('M163 362C174 346 188 342 200 350C226 364 246 414 304 424C350 430 380 402 398 364', c.collar ?? c.lining, 19)
  b.line('M170 352C184 344 192 344 202 351C228 366 248 410 306 420C350 425 378 398 396 360', '#ffffff', 4, { a: 0.4, blur: 1.4 })
  b.end()
  b.light(upper, { soleLine: 'M160 540C220 548 300 548 400 548C500 548 600 560 740 560C800 560 846 552 874 544', spots: [[790, 500, 60, 22, 20], [210, 470, 40, 60, 0, 0.2], [520, 470, 120, 26, 28, 0.18]] })
  b.laces(ridge, { color: c.lace, n: 6, from: 0.05, to: 0.9 })
  b.bow(452, 318, c.lace, 0.62, 14)
  const sole = 'M158 536C150 556 152 586 170 601C178 607 188 607 200 607L690 607C770 607 832 602 866 582C884 570 886 550 876 538C846 550 800 556 740 556C600 556 500 544 400 544C300 544 220 544 158 536Z'
  rubber(b, sole, c.mid, 536, 610, {
    inside: () => {
      b.line('M150 556C220 562 300 562 400 562C500 562 600 573 740 573C800 573 850 566 890 552', dark(c.mid, 0.4), 2.2, { a: 0.55, dash: '7 5' })
      b.fill('M140 590C220 596 640 598 700 598C780 598 850 590 890 570L890 640L140 640Z', c.out)
      b.line('M140 590C220 596 640 598 700 598C780 598 850 590 890 570', '#0a0612', 2, { a: 0.35 })
      b.put(`<rect x="700" y="560" width="180" height="26" fill="${b.texture('rib', c.mid)}" opacity=".0"/>`)
    },
  })
}

S.hoop = (b, c) => {
  const upper = 'M168 574C155 534 148 500 153 464C158 424 177 384 176 334C175 296 163 262 165 224C167 208 180 203 196 206C248 216 304 236 354 228C374 224 388 216 400 210C414 205 426 212 430 226C448 300 506 396 640 452C692 463 756 455 810 470C854 486 879 520 878 574Z'
  const ridge = 'M430 226C448 300 506 396 640 452'
  b.fill('M180 206C220 186 330 182 404 206L404 260L200 260Z', dark(c.lining, 0.28))
  b.fill('M186 208C236 198 330 200 398 210L400 260L200 260Z', dark(c.lining, 0.12))
  b.panel('M392 300C388 246 374 190 378 166C384 146 430 146 448 166C458 196 456 236 470 282C500 356 560 416 642 450L560 450L420 380Z', c.tongue ?? c.upper, { top: 150, stitch: [8], tex: c.tongueTex })
  b.fill('M388 178C404 168 428 170 440 180L442 206C426 198 406 198 390 204Z', c.accent)
  b.panel(upper, c.upper, { lift: 0, top: 210, tex: c.tex })
  b.within(upper)
  b.panel('M560 640C552 566 600 506 670 484C724 468 800 462 910 474L910 640Z', c.toe, { stitch: [-8, -14] })
  b.panel('M628 424C688 450 748 458 800 482C784 516 738 534 690 532C654 530 624 500 628 424Z', c.vamp ?? c.upper, { lift: 0.7 })
  for (let r = 0; r < 4; r++) b.dots(`M${668 + r * 5} ${474 + r * 14}C${702 + r * 4} ${480 + r * 13} ${734 - r * 2} ${485 + r * 12} ${774 - r * 17} ${493 + r * 10}`, 0, 17, 3.2, c.vamp ?? c.upper)
  b.panel('M120 640L120 440C170 426 226 432 266 462C310 500 330 556 334 640Z', c.heel, { stitch: [8, 14] })
  b.panel('M120 200L120 330C170 352 240 352 300 336C352 322 392 300 430 296L430 190L380 200C320 240 240 216 196 200Z', c.accent, { top: 200, bottom: 380, stitch: [-9] })
  sun(b, 440, 562, 92, c.accent2 ?? c.accent, c.accent)
  b.panel('M374 236L400 204C416 198 432 208 436 224C454 298 510 390 644 448C672 458 676 480 656 492C634 502 604 494 580 482C500 444 440 392 408 336C392 306 376 270 374 236Z', c.eyestay ?? c.upper, { top: 220, stitch: [-10] })
  b.line('M165 226C170 206 184 204 198 207C248 217 304 236 354 228C374 224 388 216 400 210', c.collar ?? c.lining, 22)
  b.line('M170 216C182 206 190 206 200 209C250 220 306 236 354 228', '#ffffff', 4, { a: 0.4, blur: 1.5 })
  b.line('M182 250C196 300 200 340 190 392', '#0a0612', 26, { a: 0.14, blur: 9 })
  b.dots('M226 372C250 366 276 360 300 352', 30, 22, 4, c.upper)
  b.dots('M232 400C256 394 282 386 306 378', 30, 22, 4, c.upper)
  b.end()
  b.light(upper, { top: 220, soleLine: 'M160 544C220 552 300 552 400 552C500 552 600 564 740 562C800 562 846 554 874 546', spots: [[792, 502, 62, 22, 20], [226, 470, 44, 60, 0, 0.2], [270, 290, 80, 40, 0, 0.14]] })
  b.laces(ridge, { color: c.lace, n: 8, from: 0.06, to: 0.92, inset: 22, out: 13 })
  b.bow(440, 236, c.lace, 0.62, 30)
  const sole = 'M156 540C148 560 150 588 168 602C176 607 188 608 200 608L690 608C770 608 834 602 868 582C886 570 888 550 878 540C848 552 800 560 740 560C600 560 500 548 400 548C300 548 220 548 156 540Z'
  rubber(b, sole, c.mid, 538, 612, {
    inside: () => {
      b.line('M148 560C220 566 300 566 400 566C500 566 600 577 740 577C800 577 850 570 892 556', dark(c.mid, 0.4), 2.2, { a: 0.55, dash: '7 5' })
      b.fill('M140 588C220 594 640 596 700 596C780 596 850 588 890 568L890 640L140 640Z', c.out)
      b.line('M140 588C220 594 640 596 700 596C780 596 850 588 890 568', '#0a0612', 2, { a: 0.35 })
      tread(b, 'M170 607L700 607C770 607 830 602 868 584', c.out, 15)
    },
  })
}

S.runner = (b, c) => {
  const upper = 'M166 552C154 522 152 490 158 462C164 434 156 408 142 376C136 358 150 348 168 356C204 374 232 428 290 436C340 442 372 406 394 362L410 330C418 318 434 318 444 328C498 372 562 414 640 442C694 457 758 455 810 474C854 490 880 516 878 546Z'
  const ridge = 'M444 328C498 372 562 414 640 442'
  b.fill('M160 354C220 366 260 388 312 392C352 392 378 356 400 322L420 420L300 450L190 400Z', dark(c.lining, 0.3))
  b.fill('M172 358C222 376 264 410 316 410C356 408 382 368 402 334L420 420L300 450Z', dark(c.lining, 0.12))
  b.panel('M400 396C392 350 376 316 374 290C374 272 398 266 420 274C446 284 456 304 468 324C520 370 572 408 642 440L560 446L420 400Z', c.tongue ?? c.lining, { top: 270, tex: 'mesh', stitch: [7] })
  b.panel(upper, c.upper, { lift: 0, tex: c.tex ?? 'mesh' })
  b.within(upper)
  b.panel('M110 640L118 372C150 350 176 376 186 410C196 450 214 488 262 512C300 530 330 548 346 640Z', c.heel, { stitch: [8], lift: 0.8 })
  b.panel('M620 640C640 590 690 552 756 528C800 512 850 508 910 520L910 640Z', c.toe, { stitch: [-8], lift: 0.9 })
  b.panel('M250 640C262 560 330 520 420 506C520 492 600 520 660 640Z', c.accent2 ?? c.accent, { lift: 0.8, top: 490 })
  for (let i = 0; i < 7; i++) {
    const t = i / 6
    const cord = `M${n1(404 + i * 15)} 540C${n1(400 + i * 20)} 500 ${n1(400 + t * 160)} ${n1(450 + t * 10)} ${n1(424 + t * 186)} ${n1(390 + t * 82)}`
    b.line(cord, '#0a0612', 7, { a: 0.3, tf: 'translate(-1 3)', blur: 1.4 })
    b.line(cord, c.accent, 5.5)
    b.line(cord, light(c.accent, 0.55), 1.6, { a: 0.7, tf: 'translate(-.8 -.8)' })
  }
  b.panel('M380 390L410 322C418 312 438 314 448 324C500 368 564 410 644 438C668 448 670 466 654 476C634 484 610 476 586 466C526 440 470 412 426 404C404 402 384 402 380 390Z', c.eyestay ?? c.accent, { stitch: [9], lift: 0.9 })
  b.line('M142 372C150 350 168 354 184 370C212 398 240 428 290 436C340 442 372 406 394 362', dark(c.lining, 0.2), 20, { a: 0.5, tf: 'translate(1 5)', blur: 3 })
  b.line('M138 366C150 346 170 356 186 372C212 398 240 430 290 436C340 442 372 406 394 362', c.collar ?? c.lining, 17)
  b.line('M150 358C166 356 178 364 190 376C214 400 244 426 292 432', '#ffffff', 4, { a: 0.45, blur: 1.4 })
  b.end()
  b.line('M146 366C134 384 136 404 150 420', dark(c.heel, 0.35), 11)
  b.line('M146 366C134 384 136 404 150 420', c.heel, 8)
  b.light(upper, { soleLine: 'M150 522C240 514 330 520 420 530C540 544 640 552 740 554C800 552 850 544 882 536', spots: [[780, 494, 70, 20, 20, 0.34], [196, 470, 26, 60, -10, 0.25], [560, 440, 110, 20, 26, 0.2]] })
  b.laces(ridge, { color: c.lace, n: 6, from: 0.05, to: 0.9, inset: 22, w: 11 })
  b.bow(446, 316, c.lace, 0.56, 14)
  const sole = 'M146 514C126 528 122 560 136 582C148 600 176 607 216 607L640 607C742 607 832 596 878 564C892 552 892 536 882 526C846 544 784 552 704 548C600 542 500 530 420 522C320 512 236 506 146 514Z'
  rubber(b, sole, c.mid, 510, 612, {
    inside: () => {
      b.fill('M110 562C200 540 290 548 360 560C392 566 410 584 414 612L110 612Z', c.mid2 ?? c.accent, 0.95)
      b.line('M110 562C200 540 290 548 360 560C392 566 410 584 414 612', '#0a0612', 2.4, { a: 0.3 })
      b.line('M110 567C200 545 290 553 358 565C388 571 404 586 408 612', '#ffffff', 2, { a: 0.4 })
      b.line('M440 566C480 572 540 574 590 572', dark(c.mid, 0.5), 2.4, { a: 0.26 })
      b.line('M600 560C680 572 780 572 890 540', dark(c.mid, 0.5), 2.4, { a: 0.3 })
      b.line('M640 574C720 582 800 578 890 556', dark(c.mid, 0.5), 2.4, { a: 0.3 })
      b.fill('M100 588C160 604 180 600 216 599L640 599C742 599 822 594 872 574L900 640L100 640Z', c.out)
      tread(b, 'M160 606L640 606C730 606 790 602 836 590', c.out, 21)
    },
  })
}

S.slipon = (b, c) => {
  const upper = 'M170 588C158 556 155 524 161 492C166 462 176 446 174 424C172 406 176 396 188 394C202 392 212 402 222 414C254 448 304 464 356 452C400 441 424 418 446 396C456 387 470 386 482 393C552 427 634 441 714 450C796 460 868 498 876 560L862 586Z'
  b.fill('M190 396C240 410 290 426 350 414C400 404 430 388 460 390L440 440L300 470L210 430Z', dark(c.lining, 0.3))
  b.fill('M206 404C246 424 296 440 350 428C396 418 426 398 452 392L440 440L300 470Z', dark(c.lining, 0.1))
  b.panel(upper, c.upper, { lift: 0, tex: c.print ? undefined : (c.tex ?? 'canvas'), print: c.print && b.print(c.print, c.upper, c.accent, c.accent2 ?? c.heel), top: 390 })
  b.within(upper)
  b.panel('M130 640L130 470C176 466 214 478 240 506C268 540 282 590 286 640Z', c.heel, { top: 390, tex: 'canvas', stitch: [7, 13] })
  b.panel('M470 640C452 560 446 470 476 380L930 380L930 640Z', c.toe, { top: 390, tex: c.print ? undefined : 'canvas', print: c.print && b.print(c.print, c.toe, c.accent, c.accent2 ?? c.heel), stitch: [9, 15].map((v) => -v) })
  b.panel('M362 448C400 440 426 416 450 390L470 386C454 430 448 480 454 524C414 512 378 484 362 448Z', c.gore ?? c.lining, { top: 390, lift: 0.8, tex: 'rib', stitch: [-5] })
  b.line('M174 412C178 394 194 390 206 400C236 430 262 458 320 458C384 456 420 420 448 394', c.lining, 15)
  b.line('M182 402C192 396 200 398 208 406C238 434 266 452 320 452C378 450 414 420 442 396', '#ffffff', 3.5, { a: 0.45, blur: 1 })
  b.end()
  b.light(upper, { top: 390, soleLine: 'M160 566C300 572 500 574 700 576C780 576 840 570 876 560', spots: [[720, 496, 110, 24, 12, 0.26], [214, 490, 30, 50, 0, 0.18]] })
  const sole = 'M160 558C154 574 156 596 172 604C180 607 190 607 200 607L700 607C790 607 862 603 880 582C889 571 886 557 877 551C840 566 780 570 700 570C500 570 300 568 160 558Z'
  rubber(b, sole, c.mid, 552, 612, {
    inside: () => {
      b.line('M150 574C300 583 500 585 700 585C780 585 850 578 890 564', c.accent, 4.5)
      b.fill('M140 598L700 598C780 598 840 597 900 592L900 640L140 640Z', c.out)
      b.line('M140 598L700 598C780 598 840 597 900 592', '#0a0612', 1.6, { a: 0.4 })
    },
  })
}

S.plimsoll = (b, c) => {
  const upper = 'M170 588C158 552 153 520 158 488C164 456 178 440 176 414C174 396 170 384 182 376C194 370 206 378 216 390C250 430 296 444 344 436C380 428 400 402 414 372C422 354 436 350 448 358C510 400 574 438 650 458C704 465 764 463 812 478C858 494 878 524 876 564L864 588Z'
  const ridge = 'M446 356C510 400 574 438 640 456'
  b.fill('M184 378C236 390 276 404 330 400C376 394 400 372 424 350L420 430L300 450L200 410Z', dark(c.lining, 0.3))
  b.fill('M200 386C244 402 284 420 332 416C376 408 402 384 420 360L420 430L300 450Z', dark(c.lining, 0.1))
  b.panel('M410 410C400 372 392 346 390 328C390 312 410 306 430 314C452 324 462 340 474 356C530 398 580 428 646 452L560 452L420 420Z', c.tongue ?? c.upper, { top: 300, tex: 'canvas', stitch: [7] })
  b.panel(upper, c.upper, { lift: 0, tex: c.print ? undefined : 'canvas', print: c.print && b.print(c.print, c.upper, c.accent, c.accent2 ?? c.heel), top: 370 })
  b.within(upper)
  b.panel('M150 640L150 372C180 362 206 376 214 392C226 470 244 560 250 640Z', c.heel, { top: 370, tex: 'canvas', stitch: [7, 13], lift: 0.7 })
  b.panel('M394 410L414 366C424 346 440 346 454 354C514 396 578 434 652 454C668 460 670 476 656 484C640 490 610 484 586 476C530 456 470 436 434 430C412 428 396 424 394 410Z', c.eyestay ?? c.upper, { stitch: [8], lift: 0.8, tex: 'canvas' })
  b.stitch('M420 432C410 480 420 540 440 600', 0, c.thread ?? c.upper)
  b.stitch('M428 432C418 480 428 540 448 600', 0, c.thread ?? c.upper)
  b.line('M178 398C176 380 190 374 202 382C240 420 270 444 330 438C376 430 398 404 414 372', c.lining, 12)
  b.line('M186 386C198 380 206 390 214 398C246 430 284 438 330 432', '#ffffff', 3, { a: 0.5, blur: 1 })
  b.end()
  b.light(upper, { top: 370, gloss: 0.2, soleLine: 'M160 560C300 566 500 570 700 572C780 572 840 566 876 556', spots: [[540, 480, 110, 24, 22, 0.18], [214, 480, 30, 50, 0, 0.14]] })
  b.within('M690 640C690 560 708 500 742 462L930 440L930 640ZM100 300')
  const cap = 'M724 590C716 546 724 506 752 470C800 474 862 500 878 560L878 592Z'
  b.panel(cap, c.toe, { lift: 1, top: 460 })
  b.put(b.glow(812, 512, 50, 22, '#ffffff', 0.75, 30))
  b.end()
  b.laces(ridge, { color: c.lace, n: 6, from: 0.04, to: 0.9, w: 11, inset: 21, eyelet: c.eyelet ?? '#c9ccd2' })
  b.bow(450, 344, c.lace, 0.56, 16)
  const sole = 'M160 552C152 572 154 596 172 604C180 607 190 607 200 607L720 607C800 607 862 602 881 582C890 570 888 554 878 546C840 562 780 566 700 566C500 566 300 562 160 552Z'
  rubber(b, sole, c.mid, 548, 612, {
    inside: () => {
      b.line('M150 566C300 574 500 578 700 578C780 578 850 572 892 558', c.accent, 4.5)
      b.line('M150 584C300 590 500 592 700 592C780 592 850 588 892 572', c.accent, 3, { a: 0.9 })
      b.fill('M700 574C780 574 850 566 892 548L892 596L700 596Z', b.texture('rib', c.mid), 0.8)
      b.fill('M140 600L720 600C790 600 850 596 890 578L890 640L140 640Z', c.out)
    },
  })
}

/** Leather heel block and thin sole shared by loafer, derby and boot. */
function dressSole(b, c, heelTop = 560) {
  const heel = `M160 ${heelTop}L338 ${heelTop + 10}L330 607L166 607Z`
  rubber(b, heel, c.out, heelTop, 612, {
    inside: () => {
      for (const y of [heelTop + 16, heelTop + 26, heelTop + 36]) b.line(`M150 ${y}L345 ${y + 2}`, dark(c.out, 0.55), 1.6, { a: 0.45 })
    },
  })
  const sole = `M154 ${heelTop - 8}C250 ${heelTop + 2} 330 ${heelTop + 6} 400 ${heelTop + 12}C480 ${heelTop + 18} 540 584 620 586C720 588 800 588 884 570C894 578 892 592 874 597C830 606 760 607 680 607C590 607 510 600 440 590C380 584 300 574 156 ${heelTop + 6}Z`
  rubber(b, sole, c.mid, heelTop - 8, 610, {
    inside: () => {
      b.line(`M150 ${heelTop}C250 ${heelTop + 8} 330 ${heelTop + 12} 400 ${heelTop + 18}C480 ${heelTop + 25} 540 591 620 593C720 595 800 594 890 578`, light(c.mid, 0.45), 2.4, { dash: '6 5', a: 0.9 })
    },
  })
}

S.loafer = (b, c) => {
  const upper = 'M162 568C152 536 150 506 157 480C164 456 174 442 176 424C178 408 190 403 203 410C250 450 310 494 390 494C440 492 478 466 506 434C517 420 532 414 548 418C612 434 670 448 726 461C796 477 866 510 882 564C885 584 874 594 852 594L600 594C480 590 300 574 162 568Z'
  b.fill('M194 410C246 424 320 456 400 456C450 450 488 424 516 404L504 464L330 494L214 436Z', dark(c.lining, 0.3))
  b.fill('M206 416C254 438 320 472 400 472C450 468 490 444 520 412L530 480L330 506Z', dark(c.lining, 0.08))
  // tongue flare
  b.panel('M456 484C482 446 490 408 514 396C540 390 580 414 634 438L580 490Z', c.toe, { top: 370, bottom: 520, tex: c.tex, stitch: [7] })
  b.panel(upper, c.upper, { lift: 0, top: 390, tex: c.tex })
  b.within(upper)
  b.panel('M130 640L130 462C170 448 214 458 244 490C272 522 288 582 290 640Z', c.heel, { top: 390, stitch: [7, 12], tex: c.tex })
  b.panel('M560 482C620 494 680 502 730 509C784 516 830 523 872 538L900 380L540 360Z', c.toe, { top: 400, lift: 1.3, tex: c.tex })
  const apron = 'M616 493C650 499 690 504 730 509C784 516 830 523 870 537'
  const p = pts(apron, 3)
  let ticks = ''
  for (let i = 1; i < 26; i++) {
    const q = at(p, i / 26)
    ticks += `M${n1(q.x + q.dy * 10)} ${n1(q.y - q.dx * 10)}L${n1(q.x - q.dy * 7)} ${n1(q.y + q.dx * 7)}`
  }
  b.line(apron, dark(c.upper, 0.6), 5, { a: 0.5, tf: 'translate(0 3)', blur: 1.6 })
  b.line(ticks, dark(c.upper, 0.55), 4, { a: 0.6, tf: 'translate(1 1.6)' })
  b.line(ticks, light(c.upper, 0.26), 2.6, { a: 0.8 })
  // saddle strap, wide at the foot, with its slot
  const strap = 'M528 400C552 404 584 416 612 424C602 462 604 488 618 516C628 540 632 570 632 610L506 610C514 566 528 512 522 464C520 444 522 420 528 400Z'
  b.panel(strap, c.strap ?? light(c.upper, 0.08), { top: 380, lift: 1.5, tex: c.tex })
  b.stitch('M522 464C528 512 514 566 506 610', -8, c.thread ?? c.upper, { w: 1.9 })
  b.stitch('M612 424C602 462 604 488 618 516C628 540 632 570 632 610', 8, c.thread ?? c.upper, { w: 1.9 })
  b.fill('M546 444C562 442 580 448 594 456C588 465 588 472 593 484C576 476 562 474 544 474C550 464 550 454 546 444Z', dark(c.toe, 0.55))
  b.fill('M548 454C562 452 578 458 589 465L592 483C576 475 562 473 546 473C550 466 551 459 548 454Z', dark(c.toe, 0.2))
  b.line('M546 444C562 442 580 448 594 456C588 465 588 472 593 484C576 476 562 474 544 474C550 464 550 454 546 444Z', light(c.upper, 0.3), 2, { a: 0.55, tf: 'translate(.6 1.4)' })
  if (c.metal) {
    b.line('M526 452L612 464', '#0a0612', 12, { a: 0.3, tf: 'translate(0 5)', blur: 2 })
    b.line('M526 452L612 464', dark(c.metal, 0.35), 11)
    b.line('M526 451L612 463', c.metal, 7.6)
    b.line('M530 449L608 460', '#ffffff', 2, { a: 0.8 })
  }
  b.line('M178 416C186 400 200 407 212 416C258 454 318 492 390 490C440 486 478 460 505 430', dark(c.upper, 0.35), 10)
  b.line('M182 411C190 404 201 409 214 417C260 454 320 488 390 486C438 482 474 458 503 428', light(c.upper, 0.4), 2.6, { a: 0.6 })
  b.end()
  b.light(upper, { top: 390, soleLine: 'M160 566C250 574 330 578 400 584C480 590 600 596 720 596C800 596 850 590 880 576', gloss: 0.42, spots: [[800, 498, 58, 12, 22, c.matt ? 0.16 : 0.6], [690, 472, 50, 8, 13, c.matt ? 0.1 : 0.4], [214, 486, 30, 44, -6, c.matt ? 0.12 : 0.34], [390, 532, 70, 18, 0, 0.16]] })
  dressSole(b, c)
}

S.brogue = (b, c) => {
  const upper = 'M160 566C150 530 148 498 156 468C163 440 176 422 176 400C176 386 188 382 202 388C244 414 292 436 340 426C374 416 394 388 408 360C416 344 434 340 446 348C500 386 556 424 620 440C692 451 764 454 816 478C860 498 884 534 882 574C881 590 870 594 852 594L600 594C480 590 300 574 160 566Z'
  const ridge = 'M446 348C500 386 552 420 600 436'
  b.fill('M200 386C246 396 290 408 336 398C376 388 400 362 420 340L430 420L300 440L214 410Z', dark(c.lining, 0.28))
  b.fill('M208 392C250 410 292 424 338 412C376 402 400 374 416 352L430 420L300 440Z', dark(c.lining, 0.08))
  b.panel('M404 404C398 366 388 344 388 326C388 312 404 308 424 314C446 322 458 336 470 352C520 388 560 412 606 434L540 440L420 412Z', c.tongue ?? c.upper, { top: 300 })
  b.panel(upper, c.vamp ?? c.upper, { lift: 0, top: 380 })
  b.within(upper)
  b.panel('M640 420C690 440 712 470 700 496C684 530 610 566 470 588L470 640L930 640L930 420Z', c.toe, { top: 400, lift: 1.1 })
  const wing = 'M662 434C696 452 712 474 700 498C684 530 610 566 470 588'
  b.dots(wing, -13, 13, 4.4, c.toe, { alt: true })
  b.stitch(wing, -5, c.thread ?? c.toe, { w: 1.8 })
  b.stitch(wing, -22, c.thread ?? c.toe, { w: 1.8 })
  for (const [x, y, r] of [[786, 522, 5.5], [768, 510, 4], [806, 512, 4], [770, 534, 4], [808, 532, 4], [748, 522, 3], [828, 522, 3], [786, 500, 3], [788, 546, 3]]) b.put(`<circle cx="${x}" cy="${y}" r="${r}" fill="${dark(c.toe, 0.66)}"/><circle cx="${x + 0.8}" cy="${y + 1.6}" r="${r}" fill="none" stroke="${light(c.toe, 0.4)}" stroke-width="1" opacity=".5"/>`)
  b.panel('M110 360L408 330L450 336C510 380 560 416 618 434C606 470 560 486 520 496C500 530 480 570 474 640L110 640Z', c.upper, { top: 370, lift: 1.1 })
  b.stitch('M612 444C596 472 556 486 514 496C494 530 476 560 466 600', 7, c.thread ?? c.upper, { w: 1.8 })
  b.dots('M612 444C596 472 556 486 514 496C494 530 476 560 466 600', 15, 12, 3.4, c.upper, { alt: true })
  b.panel('M398 400L408 352C420 338 440 338 454 350C506 388 560 420 614 434C602 462 560 474 524 468C480 456 430 440 404 432Z', c.eyestay ?? c.upper, { top: 360, lift: 0.7, stitch: [8] })
  b.panel('M120 640L120 470C170 452 220 462 252 494C286 530 300 580 304 640Z', c.heel, { top: 400, lift: 1, stitch: [6, 22] })
  b.dots('M140 464C180 456 222 464 252 494C286 530 300 580 304 640', 14, 12, 3.6, c.heel, { alt: true })
  b.line('M178 394C186 380 200 386 212 394C250 420 296 434 340 424C374 414 394 388 406 362', dark(c.upper, 0.35), 9)
  b.line('M182 390C192 384 202 390 214 397C252 420 298 430 340 420', light(c.upper, 0.4), 2.6, { a: 0.6 })
  b.end()
  b.light(upper, { top: 370, soleLine: 'M160 566C250 574 330 578 400 584C480 590 600 596 720 596C800 596 850 590 880 576', spots: [[806, 514, 52, 14, 32, 0.6], [700, 466, 60, 9, 16, 0.45], [222, 470, 30, 44, -6, 0.3], [370, 500, 60, 26, 0, 0.16]] })
  b.laces(ridge, { color: c.lace, n: 5, from: 0.08, to: 0.86, w: 8, inset: 22, out: 9, eyelet: c.eyelet })
  b.bow(448, 338, c.lace, 0.5, 18)
  dressSole(b, c)
}

/** Pin buckle: frame, bar and the strap tail through it. */
function buckle(b, x, y, w, h, rot, metal) {
  b.put(`<g transform="translate(${x} ${y}) rotate(${rot})"><rect x="${-w / 2}" y="${-h / 2 + 3}" width="${w}" height="${h}" rx="6" fill="none" stroke="#0a0612" stroke-width="6" opacity=".3"/><rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="6" fill="none" stroke="${dark(metal, 0.35)}" stroke-width="7"/><rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="6" fill="none" stroke="${metal}" stroke-width="4.4"/><path d="M${-w / 2 + 4} ${-h / 2}H${w / 2 - 6}" stroke="#fff" stroke-width="1.8" opacity=".8" stroke-linecap="round"/><path d="M${-w / 2} 0H${w / 2 - 1}" stroke="${dark(metal, 0.2)}" stroke-width="3.6" stroke-linecap="round"/></g>`)
}

S.sandal = (b, c) => {
  const bed = dark(c.lining, 0.04)
  // footbed, seen a little from above
  const foot = 'M148 546C150 512 178 500 226 500C300 502 380 520 460 528C560 536 660 516 760 510C820 508 876 520 888 548C890 566 880 576 860 578L170 574Z'
  b.panel(foot, bed, { lift: 0, top: 490, bottom: 600, tex: 'suede' })
  b.within(foot)
  b.line('M160 548C164 522 186 512 228 512C300 514 380 532 460 540C560 548 660 528 760 522C816 520 862 530 876 552', dark(bed, 0.4), 2.4, { dash: '6 5', a: 0.7 })
  b.line('M360 540C470 560 600 556 800 540', '#0a0612', 34, { a: 0.26, blur: 12 })
  b.end()
  // inside of the far heel strap
  b.fill('M186 452C200 424 236 424 270 440C330 452 380 436 420 404L424 436C380 476 300 480 240 466Z', dark(c.lining, 0.42))
  // heel strap, near side
  const back = 'M172 566C160 520 158 474 176 446C184 434 196 438 202 450C212 468 232 476 262 472C330 464 380 440 420 404L424 452C372 494 320 512 262 516C234 516 218 526 216 566Z'
  b.panel(back, c.heel, { top: 420, bottom: 580, tex: c.tex })
  b.stitch('M172 560C162 520 160 474 178 448', 9, c.thread ?? c.heel, { w: 1.9 })
  b.stitch('M202 452C212 470 232 480 262 476C330 468 386 440 436 398', 7, c.thread ?? c.heel, { w: 1.9 })
  b.stitch('M396 474C352 500 306 510 262 512', 7, c.thread ?? c.heel, { w: 1.9 })
  // two broad straps
  const mid = 'M378 588C388 530 396 470 408 414C412 394 428 384 448 390C500 404 548 426 578 454C588 464 592 476 592 490C594 524 592 558 588 588Z'
  const front = 'M632 588C632 556 636 526 644 500C650 482 664 476 682 480C718 490 750 508 770 530C780 544 786 566 788 588Z'
  for (const [d, x, y, dark1, dark2] of [
    [front, 704, 500, 'M632 588C632 556 636 526 644 500', 'M770 530C780 544 786 566 788 588'],
    [mid, 490, 422, 'M378 588C388 530 396 470 408 414', 'M578 454C588 464 592 476 592 490C594 524 592 558 588 588'],
  ]) {
    b.put(`<path d="${d}" fill="${dark(c.lining, 0.5)}" transform="translate(7 -8)"/>`)
    b.panel(d, c.upper, { top: 380, bottom: 600, tex: c.tex, lift: 1.6 })
    b.within(d)
    b.line(dark1, '#0a0612', 30, { a: 0.28, blur: 9 })
    b.line(dark2, '#0a0612', 34, { a: 0.3, blur: 10 })
    b.put(b.glow(x, y, 70, 24, '#ffffff', 0.4, 24))
    b.line(d, '#0a0612', 2.4, { a: 0.4 })
    b.line('M370 590L800 590', '#0a0612', 26, { a: 0.42, blur: 9 })
    b.end()
    b.stitch(dark1, 9, c.thread ?? c.upper, { w: 1.9 })
    b.stitch(dark2, 9, c.thread ?? c.upper, { w: 1.9 })
  }
  // strap and buckle over the instep
  b.within(mid)
  const belt = 'M370 486C440 462 510 466 600 492L600 542C512 514 444 510 370 534Z'
  b.panel(belt, c.accent, { top: 450, bottom: 560, stitch: [], lift: 1.2 })
  b.stitch('M370 486C440 462 510 466 600 492', 7, c.thread ?? c.accent, { w: 1.8 })
  b.stitch('M600 542C512 514 444 510 370 534', 7, c.thread ?? c.accent, { w: 1.8 })
  b.end()
  buckle(b, 456, 492, 46, 60, 1, c.metal ?? '#c9a24a')
  for (const x of [512, 532, 552]) b.put(`<circle cx="${x}" cy="${492 + (x - 512) * 0.12}" r="3.4" fill="${dark(c.accent, 0.65)}"/>`)
  const cork = 'M148 548C142 562 144 578 152 586C300 600 480 604 600 604C700 604 800 598 888 584C894 572 892 556 886 548C800 574 700 580 600 580C480 580 300 572 148 548Z'
  rubber(b, cork, c.mid, 548, 590, { thin: true, inside: () => b.fill(cork, b.texture('suede', c.mid), 1) })
  const sole = 'M150 572C146 592 156 609 178 609L716 609C800 609 866 602 888 582C892 576 890 570 886 568C800 590 700 596 600 596C480 596 300 590 150 572Z'
  rubber(b, sole, c.out, 566, 610, { thin: true })
  tread(b, 'M176 607L712 607C790 607 860 600 884 580', c.out, 19)
}

S.strappy = (b, c) => {
  const metal = c.metal ?? '#d8b65c'
  // far side first: ankle loop, far straps
  b.line('M176 322C170 292 210 270 262 268C316 266 344 284 338 306', dark(c.upper, 0.42), 16)
  b.fill('M600 560C604 510 640 470 676 470C716 474 748 520 752 580Z', dark(c.lining, 0.4), 0.0)
  // footbed top
  const bed = 'M160 432C176 420 220 418 262 428C340 452 430 540 560 572C640 584 780 570 868 576C882 580 882 592 866 596L640 598C520 594 420 560 330 500C280 466 220 452 164 448Z'
  b.panel(bed, c.lining, { lift: 0, top: 420, bottom: 610 })
  // heel cup
  const cup = 'M162 446C146 420 140 372 152 336C158 322 176 322 182 336C192 372 226 404 300 448C320 462 330 476 334 492C270 462 220 452 162 446Z'
  b.fill('M176 336C200 336 214 352 224 372C250 398 286 420 316 446L300 452C226 408 190 372 176 336Z', dark(c.lining, 0.3))
  b.panel(cup, c.heel, { top: 320, bottom: 480, stitch: [6], tex: c.tex })
  // instep strap crossing
  const cross = 'M388 536C420 470 480 430 540 424C556 424 560 440 548 450C508 474 470 510 448 566Z'
  b.panel(cross, c.upper, { top: 420, bottom: 580, stitch: [], tex: c.tex })
  b.line('M400 534C428 476 484 440 540 434', '#ffffff', 4, { a: 0.4, blur: 1.2 })
  // thong from instep to toes
  b.panel('M530 426C548 418 562 428 574 442C606 470 636 486 662 490L654 516C616 510 580 490 548 460C536 450 524 440 530 426Z', c.upper, { top: 420, bottom: 540, tex: c.tex })
  // toe straps
  for (const [d, hi] of [
    ['M590 590C588 540 608 494 648 480C668 476 680 486 676 502C652 520 644 556 646 598Z', 'M604 580C606 540 620 506 652 490'],
    ['M700 598C694 556 700 510 730 496C752 490 782 508 800 540C812 562 816 580 818 598Z', 'M712 570C712 540 718 516 738 508C756 504 778 520 792 546'],
  ]) {
    b.panel(d, c.accent, { top: 470, bottom: 604, tex: c.tex })
    b.line(hi, '#ffffff', 5, { a: 0.45, blur: 1.4 })
    b.within(d)
    b.line('M580 600L830 600', '#0a0612', 24, { a: 0.35, blur: 7 })
    b.end()
  }
  // ankle strap near side
  const ring = 'M158 318C164 344 206 356 262 354C318 350 346 332 342 306'
  b.line(ring, '#0a0612', 18, { a: 0.3, tf: 'translate(-1 5)', blur: 2.5 })
  b.line(ring, dark(c.upper, 0.4), 19)
  b.line(ring, c.upper, 16)
  b.line(ring, light(c.upper, 0.5), 3.2, { a: 0.6, tf: 'translate(0 -4)' })
  buckle(b, 268, 354, 30, 30, -4, metal)
  b.put(`<circle cx="306" cy="347" r="2.4" fill="${dark(c.upper, 0.6)}"/><circle cx="322" cy="339" r="2.4" fill="${dark(c.upper, 0.6)}"/>`)
  // sole and heel
  const heel = 'M162 446C200 450 240 458 270 470C262 500 256 556 258 607L178 607C180 560 176 500 162 446Z'
  rubber(b, heel, c.out, 440, 612, { inside: () => { b.fill('M150 598L300 598L300 620L150 620Z', '#120e1c', 0.75); b.line('M196 470C204 520 206 560 204 600', '#ffffff', 10, { a: 0.3, blur: 4 }) } })
  const sole = 'M158 440C220 446 280 462 332 496C424 562 520 592 640 596L866 594C880 592 886 586 884 580C894 592 886 606 866 607L640 607C500 606 404 572 318 512C270 480 220 464 160 458Z'
  rubber(b, sole, c.mid, 440, 610, { thin: true })
}

/** Closed court shoe on a heel; o carries the paths that differ. */
function pump(b, c, o) {
  b.fill(o.far, dark(c.lining, 0.3))
  b.fill(o.bed, dark(c.lining, 0.06))
  b.within(o.bed)
  b.line(o.bedLine, '#0a0612', 16, { a: 0.24, blur: 7 })
  b.end()
  b.panel(o.upper, c.upper, { lift: 0, top: o.top, bottom: 606, tex: c.tex, print: c.print && b.print(c.print, c.upper, c.accent, c.accent2 ?? c.heel) })
  b.within(o.upper)
  if (o.counter && c.heel !== c.upper) b.panel(o.counter, c.heel, { top: o.top, stitch: [6], lift: 0.8 })
  if (o.cap && c.toe !== c.upper) b.panel(o.cap, c.toe, { top: 470, stitch: [-7], lift: 0.8 })
  b.line(o.topline, dark(c.upper, 0.3), 11)
  b.line(o.topline, light(c.upper, 0.45), 2.6, { a: 0.75, tf: 'translate(0 1.6)' })
  if (o.stitchLine) b.stitch(o.stitchLine, 13, c.thread ?? c.upper, { w: 1.6 })
  b.end()
  b.light(o.upper, { top: o.top, gloss: 0.4, x1: o.x1, soleLine: o.soleLine, spots: o.spots.map(([x, y, rx, ry, r, a]) => [x, y, rx, ry, r, a * (c.matt ? 0.45 : 1)]) })
  rubber(b, o.heel, c.out, o.heelTop, 612, { inside: () => { b.line(o.heelShine, '#ffffff', o.heelShineW ?? 10, { a: 0.34, blur: 3.5 }); b.fill('M100 599L400 599L400 630L100 630Z', '#120e1c', 0.8) } })
  rubber(b, o.sole, c.mid, o.heelTop - 4, 610, { thin: true })
}

S.blockpump = (b, c) =>
  pump(b, c, {
    top: 310, heelTop: 444, x1: 150,
    far: 'M160 316C200 306 236 346 300 396C384 450 470 482 560 488C600 491 630 496 660 504L640 530L400 500L240 430Z',
    bed: 'M176 334C216 346 262 400 330 440C410 482 500 500 636 506L600 540L400 520L220 430Z',
    bedLine: 'M190 350C240 390 290 440 380 480C460 510 540 514 620 500',
    upper: 'M166 454C150 430 142 380 150 332C154 314 170 306 184 320C206 352 250 404 316 446C390 484 462 506 536 512C584 514 624 510 660 504C724 502 802 522 850 556C880 578 884 596 866 600L640 602C540 600 440 560 360 506C300 468 230 454 166 454Z',
    topline: 'M150 332C154 314 170 306 184 320C206 352 250 404 316 446C390 484 462 506 536 512C584 514 624 510 660 504',
    stitchLine: 'M186 322C206 352 250 404 316 446C390 484 462 506 536 512C584 514 624 510 654 506',
    counter: 'M120 300L196 300C236 352 262 400 268 470L120 480Z',
    cap: 'M742 440C730 500 736 560 752 620L920 620L920 460Z',
    heel: 'M160 446C210 448 262 456 304 476C296 510 286 560 286 607L178 607C176 560 172 500 160 446Z',
    heelShine: 'M196 466C204 520 208 560 206 600',
    sole: 'M160 448C230 450 300 464 356 500C440 558 540 598 640 600L862 599C872 598 878 592 877 585C888 596 882 607 862 607L636 607C530 606 430 570 346 512C300 480 230 462 162 462Z',
    soleLine: 'M166 458C230 458 300 472 360 510C440 566 540 602 640 602L872 598',
    spots: [[776, 544, 64, 9, 30, 0.62], [704, 518, 36, 6, 10, 0.4], [190, 400, 16, 50, -10, 0.4], [420, 514, 90, 12, 22, 0.2]],
  })

S.stiletto = (b, c) =>
  pump(b, c, {
    top: 240, heelTop: 372, x1: 164,
    far: 'M176 250C216 238 252 286 312 344C390 412 480 460 572 474C612 480 640 486 668 494L640 530L400 480L250 370Z',
    bed: 'M190 268C232 288 274 342 340 392C418 446 510 486 644 497L600 540L400 490L230 360Z',
    bedLine: 'M206 290C250 330 300 390 390 440C470 486 550 496 634 484',
    upper: 'M180 384C162 352 156 310 164 264C168 246 186 240 200 256C224 294 266 348 328 398C396 446 468 484 546 496C596 502 634 500 668 494C730 494 792 524 836 554C864 572 890 584 910 590C914 596 908 602 894 602L650 604C556 602 470 556 390 480C330 424 262 384 180 384Z',
    topline: 'M164 264C168 246 186 240 200 256C224 294 266 348 328 398C396 446 468 484 546 496C596 502 634 500 668 494',
    stitchLine: null,
    counter: 'M130 230L212 230C252 290 280 340 282 420L130 420Z',
    cap: 'M764 430C752 500 756 560 772 620L930 620L930 460Z',
    heel: 'M172 376C210 374 262 384 300 404C262 440 232 510 222 607L204 607C204 540 198 452 172 376Z',
    heelShine: 'M204 400C214 460 214 530 212 600', heelShineW: 6,
    sole: 'M176 378C250 376 320 404 386 474C470 556 556 598 650 602L896 600C908 599 912 594 908 588C922 600 912 607 896 607L644 607C546 604 458 564 376 484C316 426 250 394 178 394Z',
    soleLine: 'M180 386C262 386 330 426 390 482C470 558 556 604 650 604L894 602',
    spots: [[794, 536, 66, 8, 32, 0.66], [712, 507, 34, 5, 10, 0.42], [202, 330, 15, 50, -14, 0.42], [440, 500, 90, 11, 32, 0.22]],
  })

S.ballet = (b, c) => {
  pump(b, c, {
    top: 410, heelTop: 584, x1: 158,
    far: 'M178 424C208 408 240 446 300 480C380 512 470 508 560 490C610 478 640 462 672 452L670 520L400 560L230 520Z',
    bed: 'M192 444C240 468 300 512 390 528C480 534 560 520 648 486L620 560L360 566L230 540Z',
    bedLine: 'M204 466C256 500 326 536 416 538C506 538 580 516 654 482',
    upper: 'M176 596C158 566 150 500 160 444C164 422 184 416 198 434C224 472 274 514 348 532C426 546 508 540 572 514C614 496 644 474 676 452C738 446 806 462 848 502C880 534 890 574 878 598L600 602L300 600Z',
    topline: 'M160 444C164 422 184 416 198 434C224 472 274 514 348 532C426 546 508 540 572 514C614 496 644 474 676 452',
    stitchLine: null,
    counter: 'M130 400L210 400C246 470 268 530 272 620L130 620Z',
    cap: 'M752 430C732 490 732 556 744 620L930 620L930 430Z',
    heel: 'M172 586L310 592L306 607L178 607Z',
    heelShine: 'M196 590L196 607',
    sole: 'M166 584C300 594 480 596 600 596L866 594C880 590 888 584 886 574C897 592 888 605 864 607L600 607C440 607 300 603 170 599Z',
    soleLine: 'M160 590C300 598 480 600 600 600L872 596',
    spots: [[800, 500, 56, 14, 30, 0.55], [716, 468, 34, 8, 2, 0.34], [190, 500, 15, 44, -4, 0.36], [440, 562, 90, 10, 0, 0.16]],
  })
  if (c.bow === false) return
  const bow = c.accent
  b.put('<g transform="translate(-14 -30)">')
  for (const d of ['M694 488C672 460 634 450 628 470C626 490 664 500 694 488Z', 'M694 488C712 462 748 458 752 476C752 496 720 500 694 488Z']) {
    b.panel(d, bow, { top: 450, bottom: 510, lift: 0.8 })
    b.put(b.glow(d.includes('672') ? 652 : 732, 468, 18, 7, '#ffffff', 0.5, d.includes('672') ? 20 : -14))
  }
  b.panel('M682 480C690 476 702 478 706 486C704 496 694 500 684 496Z', bow, { top: 470, bottom: 510, lift: 0.8 })
  b.put('</g>')
}

S.chelsea = (b, c) => {
  const upper = 'M168 568C156 534 154 500 160 464C168 424 184 384 182 322C180 276 172 236 170 200C170 190 176 184 186 185C250 190 320 188 384 178C396 178 402 184 402 194C404 250 412 306 440 346C480 398 560 428 640 450C722 462 794 464 840 490C874 512 885 546 883 576C882 590 870 594 852 594L600 594C480 590 300 574 168 568Z'
  b.fill('M172 198C190 168 372 162 400 188L396 214L180 216Z', dark(c.lining, 0.3))
  b.panel('M186 206C168 190 158 158 168 140C176 130 192 134 196 148C200 168 200 190 204 210Z', c.accent, { top: 130, bottom: 220, stitch: [5], tex: 'canvas' })
  b.panel(upper, c.upper, { lift: 0, top: 190, tex: c.tex })
  b.within(upper)
  b.panel('M120 150L238 150C250 250 262 360 258 420C256 480 280 560 288 640L120 640Z', c.heel, { top: 200, stitch: [7], tex: c.tex, lift: 0.8 })
  b.panel('M232 170L350 170C356 260 346 350 320 426C312 446 290 446 282 426C258 350 240 260 232 170Z', c.gore ?? '#2a2530', { top: 200, bottom: 460, tex: 'rib', lift: 1 })
  b.stitch('M232 170C240 260 258 350 282 426C290 446 312 446 320 426C346 350 356 260 350 170', 9, c.thread ?? c.upper, { w: 1.8 })
  b.stitch('M232 170C240 260 258 350 282 426C290 446 312 446 320 426C346 350 356 260 350 170', 14, c.thread ?? c.upper, { w: 1.8 })
  b.line('M302 446C310 490 330 540 360 600', dark(c.upper, 0.5), 2.6, { a: 0.6 })
  b.line('M170 196C178 186 190 188 200 188C260 192 330 190 390 182', light(c.upper, 0.25), 7, { a: 0.7 })
  if (c.toe !== c.upper) b.panel('M700 430C672 500 674 570 690 640L930 640L930 430Z', c.toe, { top: 440, stitch: [-8], tex: c.tex })
  b.line('M416 340C400 380 390 410 396 440', '#0a0612', 24, { a: 0.16, blur: 9 })
  b.line('M196 440C226 410 240 380 236 330', '#0a0612', 20, { a: 0.12, blur: 9 })
  b.end()
  b.light(upper, { top: 190, soleLine: 'M160 566C250 574 330 578 400 584C480 590 600 596 720 596C800 596 850 590 880 576', spots: [[776, 504, 66, 16, 26, c.matt ? 0.18 : 0.58], [560, 440, 80, 12, 22, c.matt ? 0.14 : 0.34], [206, 470, 26, 56, -4, c.matt ? 0.1 : 0.28], [206, 270, 16, 70, 0, 0.16]] })
  dressSole(b, c)
}

S.trainer = (b, c) => {
  const upper = 'M176 566C160 526 152 488 158 450C162 420 178 404 174 376C172 354 166 338 176 328C188 320 202 328 216 344C244 378 272 404 322 402C366 396 388 366 404 334L420 300C430 286 450 288 462 300C516 360 580 408 648 432C716 446 776 448 822 476C864 502 884 532 880 572Z'
  b.fill('M190 330C236 340 276 360 322 362C364 358 390 326 412 296L430 400L300 430L210 390Z', dark(c.lining, 0.32))
  b.fill('M206 338C246 352 280 376 326 378C366 372 392 338 414 306L430 400L300 430Z', dark(c.lining, 0.12))
  b.panel('M410 380C398 330 388 296 386 272C386 252 410 246 436 256C464 268 472 286 484 302C536 360 590 400 650 428L560 440L430 400Z', c.tongue ?? c.lining, { top: 250, stitch: [7], tex: 'mesh' })
  b.panel(upper, c.upper, { lift: 0, top: 320, tex: c.tex })
  b.within(upper)
  b.panel('M120 640L120 440C166 416 224 430 256 464C296 506 310 560 312 640Z', c.heel, { stitch: [8], lift: 0.9 })
  b.panel('M616 640C600 570 630 500 690 466C740 444 800 440 920 450L920 640Z', c.toe, { stitch: [-8], lift: 1 })
  for (let r = 0; r < 3; r++) b.dots(`M${716 + r * 4} ${480 + r * 17}C${744 + r * 3} ${476 + r * 17} ${776 - r * 2} ${480 + r * 16} ${806 - r * 8} ${492 + r * 14}`, 0, 20, 3.8, c.toe)
  b.panel('M392 382L418 300C430 286 450 288 462 300C516 360 580 408 652 434C668 446 664 470 640 470C560 452 480 420 430 400Z', c.vamp ?? c.upper, { lift: 0.9, stitch: [9] })
  b.line('M170 344C178 324 194 326 208 340C240 378 272 408 322 404C366 398 388 366 404 334', c.collar ?? c.accent, 20)
  b.line('M180 338C190 328 200 334 212 348C242 382 274 404 322 400', '#ffffff', 4, { a: 0.45, blur: 1.3 })
  sun(b, 216, 520, 44, c.accent, c.accent)
  b.end()
  b.light(upper, { top: 310, soleLine: 'M160 540C220 548 300 548 400 548C500 548 600 560 740 558C800 558 846 550 874 540', spots: [[790, 480, 66, 24, 22, 0.4], [212, 440, 34, 50, 0, 0.2], [540, 430, 100, 18, 30, 0.16]] })
  for (const [d, st] of [
    ['M372 470C372 410 400 344 438 296C462 282 494 306 500 330C460 380 440 430 444 500C444 516 374 514 372 470Z', 'M384 470C386 412 412 356 446 308C462 298 482 314 486 328'],
    ['M486 516C488 460 520 410 562 366C584 360 612 382 614 402C578 440 560 480 562 540C560 556 488 554 486 516Z', 'M498 516C502 466 532 418 570 378C584 374 598 388 600 400'],
  ]) {
    b.panel(d, c.accent, { top: 290, bottom: 560, lift: 1.6 })
    b.line(st, light(c.accent, 0.5), 2.2, { dash: '6 5', a: 0.8 })
    b.within(d)
    b.put(b.glow(d.includes('M372') ? 446 : 570, d.includes('M372') ? 318 : 386, 34, 22, '#ffffff', 0.4, -50))
    b.end()
  }
  const sole = 'M158 520C142 542 142 580 164 600C174 607 188 608 204 608L680 608C770 608 840 600 876 576C896 560 896 536 882 522C846 546 800 552 740 552C640 554 520 540 400 538C300 536 220 536 158 520Z'
  rubber(b, sole, c.mid, 520, 612, {
    inside: () => {
      b.line('M140 556C220 572 320 564 400 566C520 568 640 580 740 580C800 580 850 572 896 552', c.accent, 9)
      b.fill('M140 590C220 598 640 600 690 600C780 600 850 590 896 566L896 640L140 640Z', c.out)
      b.line('M140 590C220 598 640 600 690 600C780 600 850 590 896 566', '#0a0612', 2, { a: 0.35 })
      tread(b, 'M164 607L680 608C770 608 840 600 876 578', c.out, 24)
    },
  })
}

/* ───────────────────────── sole and top views ───────────────────────── */

// Right foot, toe up, on a 300 x 760 board.
const OUTLINE = {
  round: 'M150 10C222 10 270 70 280 168C288 248 268 300 256 372C246 440 262 500 258 586C254 690 214 750 148 750C84 750 48 690 46 586C44 500 64 450 56 380C46 300 14 260 18 168C24 70 82 10 150 10Z',
  almond: 'M168 6C206 14 258 84 270 178C280 256 258 310 246 380C236 446 254 510 250 590C246 690 208 750 148 750C90 750 56 690 54 590C52 510 70 450 62 384C52 306 28 256 36 172C46 80 126 -4 168 6Z',
  point: 'M176 0C196 40 252 110 266 204C274 270 244 330 222 400C206 460 214 530 214 610C214 700 186 750 148 750C110 750 84 700 84 610C84 530 92 460 80 396C66 320 36 260 46 196C58 110 150 40 176 0Z',
}
const LAST = { court: 'round', hoop: 'round', runner: 'round', slipon: 'round', plimsoll: 'round', trainer: 'round', sandal: 'round', ballet: 'almond', loafer: 'almond', brogue: 'almond', chelsea: 'almond', strappy: 'almond', blockpump: 'almond', stiletto: 'point' }
const SPORT = new Set(['court', 'hoop', 'runner', 'slipon', 'plimsoll', 'trainer', 'sandal'])

/** The outsole from below. */
function soleView(b, kind, c) {
  const d = OUTLINE[LAST[kind]]
  const heelY = kind === 'stiletto' ? 690 : 596
  b.put(`<path d="${d}" fill="#0a0612" opacity=".42" transform="translate(10 16)" filter="url(#${b.blur(12)})"/>`)
  b.put(`<path d="${d}" fill="${dark(c.mid, 0.12)}" stroke="${dark(c.mid, 0.4)}" stroke-width="3"/>`)
  b.put(`<g transform="translate(150 380) scale(.94 .965) translate(-150 -380)"><path d="${d}" fill="${b.lin([[0, light(c.out, 0.18)], [0.5, c.out], [1, dark(c.out, 0.25)]], 40, 0, 270, 740)}"/>`)
  b.within(d)
  const groove = dark(c.out, 0.5)
  const lift = light(c.out, 0.28)
  if (SPORT.has(kind)) {
    const herring = kind === 'court' || kind === 'hoop' || kind === 'plimsoll'
    for (let y = -30; y < 800; y += herring ? 26 : 34) {
      if (y > 330 && y < 470) continue
      const row = herring
        ? `M-10 ${y}L30 ${y + 22}L70 ${y}L110 ${y + 22}L150 ${y}L190 ${y + 22}L230 ${y}L270 ${y + 22}L310 ${y}`
        : `M-10 ${y + 10}C60 ${y - 22} 110 ${y + 34} 160 ${y + 4}C210 ${y - 20} 250 ${y + 26} 320 ${y}`
      b.line(row, groove, herring ? 6 : 9, { a: 0.85 })
      b.line(row, lift, 2.2, { a: 0.7, tf: 'translate(0 4.5)' })
    }
    const shank = 'M-10 318C80 360 210 360 320 318L320 486C210 446 80 446 -10 486Z'
    b.fill(shank, kind === 'runner' ? (c.mid2 ?? c.accent) : light(c.out, 0.1))
    b.line(shank, groove, 4, { a: 0.7 })
    for (const q of [34, 58, 82]) b.line(`M${150 - q} 430A${q} ${q} 0 0 1 ${150 + q} 430`, groove, 5, { a: 0.7 })
    b.put(`<circle cx="150" cy="190" r="44" fill="${c.out}" stroke="${groove}" stroke-width="6"/><circle cx="150" cy="190" r="20" fill="none" stroke="${groove}" stroke-width="6" opacity=".8"/>`)
    b.put(`<circle cx="152" cy="620" r="36" fill="${c.out}" stroke="${groove}" stroke-width="6"/>`)
  } else {
    b.line('M30 60C20 200 60 330 70 470M274 60C284 200 250 330 240 470', lift, 3, { a: 0.4 })
    for (let x = 60; x < 250; x += 15) b.line(`M${x} 200C${x + 6} 260 ${x + 4} 320 ${x} 372`, groove, 2, { a: 0.35 })
    const pad = `M-10 ${heelY}C80 ${heelY - 26} 220 ${heelY - 26} 320 ${heelY}L320 800L-10 800Z`
    b.put(`<path d="${pad}" fill="#0a0612" opacity=".4" transform="translate(0 -6)" filter="url(#${b.blur(5)})"/>`)
    b.fill(pad, dark(kind === 'stiletto' || kind === 'blockpump' || kind === 'strappy' ? c.upper : c.out, 0.3))
    b.line(pad, lift, 2.6, { a: 0.6 })
    for (const [x, y] of [[110, heelY + 40], [190, heelY + 40], [150, heelY + 100]]) if (kind !== 'stiletto') b.put(`<circle cx="${x}" cy="${y}" r="5" fill="${lift}" opacity=".8"/>`)
  }
  b.put(b.glow(110, 200, 90, 180, '#ffffff', 0.22, 8))
  b.end()
  b.put('</g>')
}

/** The shoe from above. */
function topView(b, kind, c) {
  const d = OUTLINE[LAST[kind]]
  b.put(`<path d="${d}" fill="#0a0612" opacity=".42" transform="translate(10 16)" filter="url(#${b.blur(12)})"/>`)
  b.put(`<path d="${d}" fill="${c.mid}" stroke="${dark(c.mid, 0.35)}" stroke-width="3"/>`)
  const open = kind === 'sandal' || kind === 'strappy'
  b.put('<g transform="translate(150 380) scale(.95 .97) translate(-150 -380)">')
  if (open) {
    b.panel(d, c.lining, { top: 0, bottom: 760, tex: 'suede', lift: 0 })
    b.stitch(d, -12, c.lining, { w: 2 })
    b.within(d)
    const band = (q, col) => {
      b.put(`<path d="${q}" fill="#0a0612" opacity=".4" transform="translate(4 9)" filter="url(#${b.blur(6)})"/>`)
      b.put(`<path d="${q}" fill="${b.lin([[0, dark(col, 0.3)], [0.35, light(col, 0.22)], [0.6, col], [1, dark(col, 0.4)]], 20, 0, 280, 0)}"/>`)
      b.line(q, dark(col, 0.5), 2, { a: 0.7 })
      b.stitch(q, -8, col, { w: 2 })
    }
    if (kind === 'sandal') {
      band('M-20 150C80 118 220 118 320 156L320 262C220 226 80 226 -20 258Z', c.upper)
      band('M-20 330C80 296 220 296 320 330L320 450C220 414 80 414 -20 450Z', c.upper)
      band('M-20 362C80 330 220 330 320 364L320 414C220 382 80 382 -20 414Z', c.accent)
    } else {
      band('M-20 120C80 96 220 100 320 140L320 196C220 160 80 156 -20 180Z', c.accent)
      band('M-20 210C80 190 220 190 320 226L320 268C220 238 80 236 -20 256Z', c.accent)
      band('M130 230L172 230L178 420L124 420Z', c.upper)
      band('M-20 400C80 376 220 376 320 400L320 446C220 424 80 424 -20 446Z', c.upper)
    }
    b.end()
    b.put('</g>')
    return
  }
  b.panel(d, c.upper, { top: 0, bottom: 760, lift: 0, tex: c.tex ?? (kind === 'runner' ? 'mesh' : kind === 'slipon' || kind === 'plimsoll' ? 'canvas' : undefined), print: c.print && b.print(c.print, c.upper, c.accent, c.accent2 ?? c.heel) })
  b.within(d)
  const pumpLike = ['ballet', 'blockpump', 'stiletto'].includes(kind)
  const laced = ['court', 'hoop', 'runner', 'plimsoll', 'brogue'].includes(kind)
  if (!pumpLike) {
    const toeY = kind === 'brogue' ? 190 : 150
    const cap = kind === 'brogue' ? `M-10 ${toeY + 70}C40 ${toeY + 10} 110 ${toeY - 10} 150 ${toeY + 50}C190 ${toeY - 10} 260 ${toeY + 10} 320 ${toeY + 70}L320 -40L-10 -40Z` : `M-10 ${toeY}C80 ${toeY + 46} 220 ${toeY + 46} 320 ${toeY}L320 -40L-10 -40Z`
    if (c.toe !== c.upper || kind === 'brogue' || kind === 'plimsoll') b.panel(cap, c.toe, { top: 0, bottom: 240, stitch: [9] })
    if (kind === 'brogue') b.dots(cap.split('L')[0], -14, 12, 4, c.toe, { alt: true })
    if (kind === 'court' || kind === 'hoop') for (let i = 0; i < 4; i++) b.dots(`M${100 - i * 4} ${92 + i * 24}L${200 + i * 4} ${92 + i * 24}`, 0, 24, 4.2, c.vamp ?? c.upper)
    b.panel('M-10 640C80 610 220 610 320 640L320 800L-10 800Z', c.heel, { top: 600, bottom: 760, stitch: [8] })
  }
  const mouth = pumpLike
    ? 'M152 232C206 240 226 320 222 420C218 500 226 570 222 630C216 700 190 728 150 728C110 728 82 700 78 630C74 570 84 500 78 420C74 320 98 232 152 232Z'
    : 'M150 440C196 440 218 486 222 560C226 650 200 706 150 706C100 706 74 650 78 560C82 486 104 440 150 440Z'
  b.put(`<path d="${mouth}" fill="${b.lin([[0, dark(c.lining, 0.5)], [0.3, dark(c.lining, 0.22)], [1, dark(c.lining, 0.1)]], 0, 230, 0, 730)}" stroke="${dark(c.upper, 0.4)}" stroke-width="12"/>`)
  b.put(`<path d="${mouth}" fill="none" stroke="${c.collar ?? c.upper}" stroke-width="8"/>`)
  b.within(mouth)
  b.line(mouth, '#0a0612', 44, { a: 0.35, blur: 14 })
  b.put(`<g transform="translate(150 590) scale(.62 .5)"><path d="M-92 -20A92 92 0 0 1 92 -20" fill="none" stroke="${dark(c.lining, 0.45)}" stroke-width="15"/><path d="M-52 -20A52 52 0 0 1 52 -20Z" fill="${dark(c.lining, 0.45)}"/></g>`)
  b.end()
  if (laced) {
    b.panel('M150 214C192 216 208 250 212 300L220 470C196 446 104 446 80 470L88 300C92 250 108 216 150 214Z', c.eyestay ?? c.upper, { top: 200, bottom: 480, stitch: [-9] })
    b.panel('M150 246C170 248 178 270 180 300L186 480L196 520C170 506 130 506 104 520L114 480L120 300C122 270 130 248 150 246Z', c.tongue ?? c.upper, { top: 240, bottom: 520 })
    const w = kind === 'brogue' ? 9 : 14
    for (let i = 0; i < 6; i++) {
      const y = 278 + i * 34
      for (const [x1, x2] of [[104 - i * 2, 194 + i * 2], [196 + i * 2, 106 - i * 2]]) {
        const q = `M${x1} ${y}Q150 ${y + 4} ${x2} ${y + 26}`
        b.line(q, '#0a0612', w, { a: 0.35, tf: 'translate(1 5)', blur: 1.6 })
        b.line(q, dark(c.lace, lum(c.lace) > 0.7 ? 0.3 : 0.45), w)
        b.line(q, c.lace, w - 3)
      }
    }
    b.bow(150, 476, c.lace, 1.05, 4)
  } else if (kind === 'trainer') {
    for (const y of [262, 366]) b.panel(`M60 ${y}C110 ${y - 22} 190 ${y - 22} 246 ${y}L246 ${y + 62}C190 ${y + 40} 110 ${y + 40} 60 ${y + 62}Z`, c.accent, { top: y - 20, bottom: y + 70, stitch: [8] })
  } else if (kind === 'loafer') {
    b.panel('M150 60C214 70 236 170 226 300L222 400C190 376 110 376 78 400L74 300C64 170 86 70 150 60Z', c.toe, { top: 40, bottom: 420, stitch: [-10] })
    b.panel('M40 330C110 300 190 300 262 330L258 404C190 372 110 372 42 404Z', c.strap ?? light(c.upper, 0.06), { top: 300, bottom: 410, stitch: [9] })
    b.fill('M118 334C140 328 162 328 182 334L174 352L182 370C162 364 140 364 118 370L126 352Z', dark(c.toe, 0.5))
  } else if (kind === 'slipon') {
    b.panel('M96 452L60 400L48 470Z', c.gore ?? c.lining, { tex: 'rib', top: 400, bottom: 480 })
    b.panel('M204 452L240 400L252 470Z', c.gore ?? c.lining, { tex: 'rib', top: 400, bottom: 480 })
  } else if (kind === 'chelsea') {
    b.panel('M52 470L84 500L84 600L52 610Z', c.gore ?? '#2a2530', { tex: 'rib', top: 470, bottom: 610 })
    b.panel('M248 470L216 500L216 600L248 610Z', c.gore ?? '#2a2530', { tex: 'rib', top: 470, bottom: 610 })
  } else if (kind === 'ballet') {
    b.bow(152, 236, c.accent, 0.9, 0)
  }
  b.put(b.glow(112, 150, 54, 120, '#ffffff', c.matt ? 0.2 : 0.42, 8))
  b.line(d, '#0a0612', 26, { a: 0.3, blur: 10 })
  b.end()
  b.put('</g>')
}

/* ───────────────────────── scenes ───────────────────────── */

/** Two-tone painted walls: upper coat, lower coat, the line between them. */
export const WALLS = {
  sky: ['#d5e6ec', '#b3d0da', '#ffc72c'],
  mint: ['#d7e9dc', '#b2d3bb', '#ffc72c'],
  lilac: ['#e3ddf2', '#c6bae4', '#ffc72c'],
  blush: ['#f6dcd3', '#ecb9a7', '#ffc72c'],
  chalk: ['#eceae6', '#d5d1ca', '#ffc72c'],
  butter: ['#fbe8b0', '#f3cf74', '#1b1530'],
  tarmac: ['#4a4658', '#332f42', '#ffc72c'],
}

/** How each silhouette sits on the board: scale, where it touches the ground. */
const POSE = {
  court: { s: 1.06, sy: 1.16, touch: [[510, 360]] },
  hoop: { s: 1.02, sy: 1.06, dy: 26, touch: [[510, 360]] },
  runner: { s: 1.06, sy: 1.14, touch: [[480, 350]] },
  slipon: { s: 1.07, sy: 1.16, touch: [[510, 360]] },
  plimsoll: { s: 1.06, sy: 1.15, touch: [[510, 360]] },
  loafer: { s: 1.07, sy: 1.14, touch: [[248, 100], [700, 190]] },
  brogue: { s: 1.07, sy: 1.14, touch: [[248, 100], [700, 190]] },
  sandal: { s: 1.07, sy: 1.12, touch: [[500, 360]] },
  strappy: { s: 0.96, sy: 1.14, touch: [[218, 56], [750, 150]] },
  blockpump: { s: 0.92, sy: 1.16, dx: 20, touch: [[232, 70], [760, 150]] },
  stiletto: { s: 0.86, sy: 1.16, dy: 26, dx: 10, touch: [[213, 24], [780, 150]] },
  ballet: { s: 1.07, sy: 1.14, touch: [[510, 370]] },
  chelsea: { s: 0.98, sy: 1, dy: 40, touch: [[248, 100], [700, 190]] },
  trainer: { s: 1, sy: 1.1, touch: [[510, 360]] },
}

const GROUND = 640

function wall(b, name, line = 486) {
  const [up, low, stripe] = WALLS[name]
  b.put(`<rect width="1000" height="800" fill="${up}"/><rect y="${line}" width="1000" height="${800 - line}" fill="${low}"/>`)
  b.put(`<rect y="${line - 5}" width="1000" height="10" fill="${stripe}"/>`)
  b.put(`<rect width="1000" height="${line - 5}" fill="${b.lin([[0, '#ffffff', 0.28], [1, '#ffffff', 0]], 0, 0, 0, line)}"/>`)
  b.put(b.glow(430, 300, 560, 330, '#ffffff', 0.42))
  b.put(`<rect y="${line + 5}" width="1000" height="${795 - line}" fill="${b.lin([[0, '#0a0612', 0.1], [0.25, '#0a0612', 0], [1, '#ffffff', 0.16]], 0, line, 0, 800)}"/>`)
}

function shadow(b, kind) {
  b.put(b.glow(520, 612, 430, 34, '#0a0612', 0.3))
  for (const [cx, rx] of POSE[kind].touch) {
    b.put(b.glow(cx, 608, rx * 1.12, 16, '#0a0612', 0.5))
    b.put(b.glow(cx, 606, rx, 7, '#0a0612', 0.7))
  }
}

const whole = (colors) => ({ heel: colors.upper, toe: colors.upper, lining: '#e9e2d8', lace: '#ffffff', mid: '#ffffff', out: '#2b2733', accent: colors.upper, ...colors })

function shoe(b, kind, colors) {
  shadow(b, kind)
  S[kind](b, whole(colors))
}

/** The side view sits on the common ground line so that rows of cards agree. */
function side(b, p) {
  wall(b, p.wall)
  const { s, sy = s, dx = 0, dy = 0 } = POSE[p.kind]
  b.put(`<g transform="translate(${n1(500 + dx - 516 * s)} ${n1(GROUND - 606 * sy + dy)}) scale(${s} ${n1(sy * 1000) / 1000})">`)
  shoe(b, p.kind, p.colors)
  b.put('</g>')
}

/** Both shoes: the far one turned round, a step back. */
function pair(b, p) {
  wall(b, p.wall, 420)
  const { s, sy = s, dy = 0 } = POSE[p.kind]
  const tall = p.kind === 'hoop' || p.kind === 'chelsea' ? 0.86 : 1
  b.put(`<g transform="translate(${n1(556 + 516 * s * 0.8)} ${n1(546 - 606 * sy * 0.8 * tall + dy * 0.4)}) scale(${n1(-800 * s) / 1000} ${n1(sy * 800 * tall) / 1000})">`)
  shoe(b, p.kind, p.colors)
  b.put('</g>')
  b.put(`<rect width="1000" height="800" fill="${WALLS[p.wall][1]}" opacity=".1"/>`)
  b.put(`<g transform="translate(${n1(452 - 516 * s * 0.9)} ${n1(690 - 606 * sy * 0.9 * tall + dy * 0.6)}) scale(${n1(s * 900) / 1000} ${n1(sy * 900 * tall) / 1000})">`)
  shoe(b, p.kind, p.colors)
  b.put('</g>')
}

/** Where the close-up looks, per silhouette: centre and zoom on the shoe's own board. */
const FOCUS = {
  court: [640, 470, 2.1], hoop: [430, 330, 1.9], runner: [270, 480, 2], slipon: [430, 480, 2.1], plimsoll: [700, 480, 2.1], loafer: [580, 470, 2.2], brogue: [690, 480, 2.1],
  sandal: [480, 490, 2], strappy: [270, 400, 1.9], blockpump: [260, 450, 1.9], stiletto: [270, 400, 1.8], ballet: [690, 490, 2.1], chelsea: [290, 330, 1.9], trainer: [520, 430, 1.9],
}

/** Close-up: the same shoe, so near that the wall is only colour. */
function detail(b, p) {
  const [up, low] = WALLS[p.wall]
  const [cx, cy, z] = FOCUS[p.kind]
  const { s, sy = s } = POSE[p.kind]
  b.put(`<rect width="1000" height="800" fill="${b.lin([[0, up], [1, low]], 0, 0, 0, 800)}"/>`)
  b.put(`<g transform="translate(${n1(500 - cx * z * s)} ${n1(410 - cy * z * sy)}) scale(${n1(z * s * 1000) / 1000} ${n1(z * sy * 1000) / 1000})">`)
  shoe(b, p.kind, p.colors)
  b.put('</g>')
}

/** From above and from below, side by side on the floor colour. */
function flat(b, p) {
  const [up, low, stripe] = WALLS[p.wall]
  const c = whole(p.colors)
  b.put(`<rect width="1000" height="800" fill="${low}"/><path d="M0 0H500V800H0Z" fill="${up}"/><path d="M495 0H505V800H495Z" fill="${stripe}"/>`)
  b.put(b.glow(360, 300, 620, 460, '#ffffff', 0.4))
  b.put('<g transform="translate(248 400) rotate(-12) scale(.93) translate(-150 -380)">')
  topView(b, p.kind, c)
  b.put('</g><g transform="translate(752 400) rotate(-12) scale(-.93 .93) translate(-150 -380)">')
  soleView(b, p.kind, c)
  b.put('</g>')
}

/** No wall: for empty states and pages that paint their own wall. */
function cutout(b, p) {
  const { s: sx, sy = sx, dx = 0, dy = 0 } = POSE[p.kind]
  b.put(`<g transform="translate(${n1(500 + dx - 516 * sx)} ${n1(GROUND - 606 * sy + dy)}) scale(${sx} ${n1(sy * 1000) / 1000})">`)
  shoe(b, p.kind, p.colors)
  b.put('</g>')
}

const VIEWS = { side, pair, detail, flat, cutout }

export function draw(p, view = 'side', prefix = 'v') {
  const b = new Board(prefix)
  VIEWS[view](b, p)
  const label = view === 'side' ? p.name : `${p.name}, ${view}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 800" width="1000" height="800" role="img" aria-label="${label}"><defs>${b.defs.join('')}</defs>${b.out.join('')}</svg>\n`
}
export { S as silhouettes }

/* ───────────────────────── catalogue ───────────────────────── */

const rows = [
  // slug, name, silhouette, category slug, price KSh, discount %, wall, sizes, blurb, colours
  ['uwanja-chui', 'Uwanja Low, Forest', 'court', 'women-sneakers', 4600, 15, 'sky', '36–41', 'A clean court shoe with a padded collar. White leather, forest heel.', { upper: '#f7f5f0', heel: '#1f5f4a', accent: '#1f5f4a', mid: '#fbfaf6', out: '#d9b98a' }],
  ['uwanja-jua', 'Uwanja Low, Sunrise', 'court', 'women-unisex-sneakers', 4590, 0, 'lilac', '36–45', 'The same court shoe, warmed up: coral heel and a butter sun.', { upper: '#fbf3e6', toe: '#f6e3cf', heel: '#e2583e', accent: '#e2583e', accent2: '#f5b52e', mid: '#fffdf8', out: '#e2583e' }],
  ['uwanja-usiku', 'Uwanja Low, Night', 'court', 'nike', 4990, 0, 'butter', '39–46', 'Black on black, with one white sole to keep it honest.', { upper: '#2a2733', toe: '#1f1c27', heel: '#1f1c27', accent: '#ffc72c', accent2: '#4a4658', eyestay: '#1f1c27', lining: '#55505f', mid: '#faf8f4', out: '#2a2733', lace: '#faf8f4' }],
  ['uwanja-jacaranda', 'Uwanja Low, Jacaranda', 'court', 'women-sneakers', 4790, 20, 'mint', '36–41', 'Soft lilac panels for October in Nairobi.', { upper: '#f8f6fb', toe: '#cdbdea', heel: '#7a5bc0', accent: '#7a5bc0', accent2: '#b79fe4', eyestay: '#e7def7', vamp: '#f8f6fb', mid: '#ffffff', out: '#cdbdea' }],
  ['ruka-bahari', 'Ruka High, Ocean', 'hoop', 'jordans', 8490, 0, 'chalk', '40–46', 'High collar, firm heel, grip that holds a hard stop.', { upper: '#f5f5f2', toe: '#1d5fa8', heel: '#1d5fa8', accent: '#1d5fa8', accent2: '#f08a24', eyestay: '#1d5fa8', vamp: '#f5f5f2', lining: '#24314a', collar: '#14284a', out: '#f08a24', lace: '#14284a' }],
  ['ruka-moto', 'Ruka High, Ember', 'hoop', 'jordans', 8490, 10, 'sky', '40–46', 'Ember panels over bone leather. Made to be seen from the stands.', { upper: '#f3ece0', toe: '#d9481c', heel: '#8f2a12', accent: '#d9481c', accent2: '#8f2a12', eyestay: '#d9481c', vamp: '#f3ece0', tongue: '#f3ece0', lining: '#4a2a20', collar: '#8f2a12', mid: '#f8f2e6', out: '#8f2a12', lace: '#f8f2e6' }],
  ['ruka-msitu', 'Ruka High, Canopy', 'hoop', 'jordans', 8990, 0, 'blush', '40–46', 'Two greens and cream, like the edge of Karura.', { upper: '#efe9da', toe: '#2c6b4f', heel: '#17402f', accent: '#2c6b4f', accent2: '#e0a92e', eyestay: '#17402f', vamp: '#efe9da', tongue: '#efe9da', lining: '#2b3a30', collar: '#17402f', mid: '#f6f1e4', out: '#c99f5f', lace: '#efe9da' }],
  ['ruka-lami', 'Ruka High, Tarmac', 'hoop', 'jordans', 8990, 0, 'butter', '40–46', 'Tarmac grey with the yellow line you know.', { upper: '#55525f', toe: '#2b2835', heel: '#2b2835', accent: '#2b2835', accent2: '#ffc72c', eyestay: '#2b2835', vamp: '#6a6774', tongue: '#55525f', lining: '#2b2835', collar: '#ffc72c', mid: '#f5f3ee', out: '#ffc72c', lace: '#f5f3ee' }],
  ['ruka-nyota', 'Ruka High, Grape', 'hoop', 'men-unisex-sneakers', 8500, 25, 'mint', '38–46', 'White, grape and a little sky.', { upper: '#fafafa', toe: '#5b3fa0', heel: '#5b3fa0', accent: '#5b3fa0', accent2: '#4fb3d0', eyestay: '#fafafa', vamp: '#fafafa', lining: '#372a5c', collar: '#372a5c', out: '#4fb3d0', lace: '#5b3fa0' }],
  ['mbio-ziwa', 'Mbio Runner, Lake', 'runner', 'nike', 6290, 0, 'mint', '39–46', 'Light mesh, soft heel, a rocker sole that rolls you forward.', { upper: '#2f6f8f', toe: '#21506a', heel: '#ffc72c', accent: '#f2f0ea', eyestay: '#21506a', lining: '#1d3442', mid: '#fbfaf6', mid2: '#ffc72c', out: '#1b2b36', lace: '#fbfaf6' }],
  ['mbio-embe', 'Mbio Runner, Mango', 'runner', 'men-unisex-sneakers', 6200, 15, 'sky', '38–46', 'Mango mesh for dark mornings on Ngong Road.', { upper: '#f59a23', toe: '#e2741b', heel: '#2a2733', accent: '#fff4df', accent2: '#e2741b', eyestay: '#d95f14', lining: '#3a2a20', mid: '#fffdf8', mid2: '#e8433a', out: '#2a2733', lace: '#2a2733' }],
  ['mbio-waridi', 'Mbio Runner, Rose', 'runner', 'women-sneakers', 5990, 0, 'chalk', '36–41', 'Rose and plum on a cushioned white sole.', { upper: '#e58fa0', toe: '#d2708a', heel: '#6d2a4e', accent: '#fff2f3', accent2: '#d2708a', eyestay: '#6d2a4e', lining: '#5a2442', mid: '#ffffff', mid2: '#f2b6bf', out: '#6d2a4e', lace: '#ffffff' }],
  ['mbio-majani', 'Mbio Runner, Tea', 'runner', 'women-unisex-sneakers', 5990, 30, 'blush', '36–45', 'Limuru greens with a lime heel clip.', { upper: '#4f8f6a', toe: '#356b4d', heel: '#c8e04a', accent: '#eef6e6', accent2: '#356b4d', eyestay: '#27523a', lining: '#1f3a2b', mid: '#fbfbf4', mid2: '#c8e04a', out: '#1f3a2b', lace: '#eef6e6' }],
  ['mbio-wingu', 'Mbio Runner, Cloud', 'runner', 'nike', 6490, 0, 'lilac', '39–46', 'All white, for people who wash their shoes on Sunday.', { upper: '#f4f5f7', toe: '#e4e6ea', heel: '#c9ccd4', accent: '#aeb3bf', accent2: '#e4e6ea', eyestay: '#dfe2e8', lining: '#b9bdc8', mid: '#ffffff', mid2: '#e3e6ee', out: '#c9ccd4', lace: '#ffffff' }],
  ['pwani-tumba', 'Pwani Slip-on, Tumba', 'slipon', 'casual', 2890, 0, 'lilac', '38–45', 'Printed canvas, elastic sides, nothing to tie.', { upper: '#d84a2b', heel: '#1b2b4a', accent: '#f4c64a', accent2: '#1b2b4a', print: 'tumba', lining: '#f1e7d8', gore: '#1b2b4a', mid: '#fbf7ee', out: '#b5804a' }],
  ['pwani-miale', 'Pwani Slip-on, Miale', 'slipon', 'women-unisex-sneakers', 2890, 10, 'blush', '36–45', 'Sun-ray print in teal and sand.', { upper: '#1f7a78', heel: '#12504f', accent: '#f3dfb4', accent2: '#f0a23a', print: 'miale', lining: '#f4ecdc', gore: '#12504f', mid: '#fbf7ee', out: '#d2a368' }],
  ['pwani-chumvi', 'Pwani Slip-on, Salt', 'slipon', 'casual', 2490, 0, 'sky', '38–45', 'Plain undyed canvas. Goes with all of it.', { upper: '#ece4d4', heel: '#d8ccb4', toe: '#ece4d4', accent: '#1b2b4a', lining: '#f8f3e8', gore: '#1b2b4a', mid: '#fffdf6', out: '#c99f66' }],
  ['mtaa-buluu', 'Mtaa Canvas, Blue', 'plimsoll', 'casual', 2790, 0, 'blush', '38–45', 'Canvas, a rubber toe and two red lines round the sole.', { upper: '#2c4a86', toe: '#f6f1e6', heel: '#2c4a86', accent: '#c8342b', lining: '#efe6d6', mid: '#faf6ec', out: '#b98552', lace: '#fdfbf6' }],
  ['mtaa-embe', 'Mtaa Canvas, Maize', 'plimsoll', 'women-unisex-sneakers', 2790, 0, 'sky', '36–45', 'Maize yellow with a clean white toe.', { upper: '#f2b632', toe: '#faf6ec', heel: '#e09f1c', accent: '#2c4a86', lining: '#fbf2dc', mid: '#fdfaf2', out: '#b98552' }],
  ['mtaa-matone', 'Mtaa Canvas, Polka', 'plimsoll', 'women-sneakers', 2990, 20, 'mint', '36–41', 'Polka canvas for Saturday errands.', { upper: '#b3344a', toe: '#faf6ec', heel: '#7d2236', accent: '#fbeee2', accent2: '#f3c6a8', print: 'matone', eyestay: '#7d2236', tongue: '#7d2236', lining: '#f6e6da', mid: '#fdfaf2', out: '#7d2236' }],
  ['mtaa-lami', 'Mtaa Canvas, Black', 'plimsoll', 'men-unisex-sneakers', 2790, 0, 'chalk', '38–45', 'The black pair everyone owns once.', { upper: '#2b2933', toe: '#f6f1e6', heel: '#2b2933', accent: '#2b2933', lining: '#e6dfd2', mid: '#faf6ec', out: '#3a3742', lace: '#fdfbf6' }],
  ['nyota-kijani', 'Nyota Trainer, Violet', 'trainer', 'unisex-shoes', 3190, 0, 'mint', '30–38', 'Two straps, tough toe, school to playground.', { upper: '#f5f2ec', toe: '#7a5bc0', heel: '#7a5bc0', accent: '#ffb21f', vamp: '#ffffff', lining: '#cfc3ea', collar: '#7a5bc0', out: '#ffb21f' }],
  ['nyota-anga', 'Nyota Trainer, Sky', 'trainer', 'unisex-shoes', 3190, 10, 'butter', '30–38', 'Sky and red, easy to put on without help.', { upper: '#e8f2f8', toe: '#2f80b8', heel: '#2f80b8', accent: '#e2483a', vamp: '#ffffff', lining: '#b9d6e8', collar: '#2f80b8', out: '#1d4f78' }],
  ['karen-peni', 'Karen Penny Loafer, Chestnut', 'loafer', 'loafers', 5490, 0, 'sky', '39–46', 'Polished leather with a hand-stitched apron.', { upper: '#6a3a22', heel: '#5a301b', lining: '#c79a6c', mid: '#3a2416', out: '#241812' }],
  ['karen-nyeusi', 'Karen Loafer, Black', 'loafer', 'loafers', 5800, 15, 'blush', '39–46', 'Black calf and a brass bar. Office, then dinner.', { upper: '#26232c', heel: '#1d1a23', lining: '#b98a5c', mid: '#1d1a23', out: '#141118', metal: '#d8b45a' }],
  ['karen-damu', 'Karen Penny Loafer, Oxblood', 'loafer', 'loafers', 5490, 0, 'mint', '39–46', 'Deep oxblood that gets better with polish.', { upper: '#6d1f2a', heel: '#561620', lining: '#d0a482', mid: '#3a1418', out: '#241014' }],
  ['karen-mchanga', 'Karen Driver, Sand', 'loafer', 'loafers', 4990, 0, 'lilac', '39–46', 'Soft sand suede, unlined, made for driving.', { upper: '#c9a276', heel: '#b98f62', lining: '#ead7b8', mid: '#7a5a3a', out: '#4a3522', tex: 'suede', matt: true }],
  ['delamere-brogue', 'Delamere Brogue, Tan', 'brogue', 'men-shoes', 6990, 0, 'mint', '39–46', 'Full wing tip, stitched welt, stacked heel.', { upper: '#8b4a22', toe: '#7a3f1c', heel: '#7a3f1c', lining: '#d1a878', mid: '#4a2c18', out: '#2a1b12', lace: '#4a2814' }],
  ['delamere-nyeusi', 'Delamere Brogue, Black', 'brogue', 'men-shoes', 6990, 20, 'chalk', '39–46', 'The interview shoe, done properly.', { upper: '#2a2730', toe: '#1f1c24', heel: '#1f1c24', lining: '#c59a6a', mid: '#1f1c24', out: '#141118', lace: '#141118' }],
  ['delamere-mbili', 'Delamere Spectator, Navy', 'brogue', 'men-shoes', 7490, 0, 'butter', '39–46', 'Navy and bone, for weddings with dancing.', { upper: '#efe6d4', toe: '#1f2f55', heel: '#1f2f55', eyestay: '#1f2f55', vamp: '#efe6d4', tongue: '#efe6d4', lining: '#d8c09a', mid: '#3a2a1c', out: '#241a14', lace: '#1f2f55' }],
  ['malindi-kahawa', 'Malindi Sandal, Coffee', 'sandal', 'men-shoes', 3290, 0, 'chalk', '39–46', 'Broad leather straps on a moulded footbed.', { upper: '#5a3a26', accent: '#6e4a32', lining: '#b88a5c', mid: '#b58a5a', out: '#2b211c' }],
  ['malindi-nyeusi', 'Malindi Sandal, Black', 'sandal', 'men-shoes', 3290, 10, 'sky', '39–46', 'Black straps, brass buckle, cork bed.', { upper: '#2b2830', accent: '#3a3642', lining: '#c79e70', mid: '#c49a68', out: '#1c1920' }],
  ['malindi-ngamia', 'Malindi Sandal, Camel', 'sandal', 'unisex-shoes', 3490, 0, 'lilac', '38–46', 'Camel suede for the coast road.', { upper: '#bd8649', accent: '#a5703a', lining: '#e2c49a', mid: '#d3ae7c', out: '#4a3524', tex: 'suede' }],
  ['lamu-pomegranate', 'Lamu Heel Sandal, Pomegranate', 'strappy', 'sandals', 4890, 0, 'lilac', '36–41', 'Ankle strap, block heel, stays put on a dance floor.', { upper: '#c43d5a', lining: '#e8c9a6', mid: '#b9374f', out: '#c43d5a' }],
  ['lamu-dhahabu', 'Lamu Heel Sandal, Gold', 'strappy', 'sandals', 4900, 25, 'blush', '36–41', 'Soft gold for long evenings.', { upper: '#d3a84f', accent: '#e0bb68', lining: '#f3e3c2', mid: '#a97f2f', out: '#d3a84f', metal: '#fff0c4' }],
  ['lamu-nyeusi', 'Lamu Heel Sandal, Black', 'strappy', 'heels', 4690, 0, 'mint', '36–41', 'The black pair for every dress.', { upper: '#2a2630', lining: '#d9b58c', mid: '#1d1a22', out: '#2a2630' }],
  ['nyali-zumaridi', 'Nyali Block Pump, Emerald', 'blockpump', 'heels', 4290, 0, 'blush', '36–42', 'A steady 6 cm heel you can walk to work in.', { upper: '#1f5f55', lining: '#dcc7a8', mid: '#163a38', out: '#1f5f55' }],
  ['nyali-nude', 'Nyali Block Pump, Biscuit', 'blockpump', 'heels', 4300, 15, 'sky', '36–42', 'Biscuit suede, soft square toe.', { upper: '#c99d78', lining: '#eddac2', mid: '#7a5438', out: '#b98a62', tex: 'suede', matt: true }],
  ['nyali-bahari', 'Nyali Block Pump, Cobalt', 'blockpump', 'women-shoes', 4490, 0, 'butter', '36–42', 'Cobalt that does not whisper.', { upper: '#2346b0', toe: '#1a358a', lining: '#e6d8c4', mid: '#14286a', out: '#2346b0' }],
  ['westi-nyekundu', 'Westi Stiletto, Red', 'stiletto', 'heels', 5290, 0, 'chalk', '36–41', 'A 9 cm heel and a clean pointed line.', { upper: '#b0182b', lining: '#e6d2b8', mid: '#20161c', out: '#b0182b' }],
  ['westi-usiku', 'Westi Stiletto, Black Patent', 'stiletto', 'heels', 5290, 10, 'blush', '36–41', 'Black patent, red lining, no apology.', { upper: '#1e1a24', lining: '#c2393f', mid: '#141018', out: '#1e1a24' }],
  ['westi-waridi', 'Westi Stiletto, Blush', 'stiletto', 'heels', 5490, 0, 'mint', '36–41', 'Blush suede with a plum sole.', { upper: '#e3a9a4', lining: '#f6e6dc', mid: '#5c2740', out: '#5c2740', tex: 'suede', matt: true }],
  ['watamu-waridi', 'Watamu Flat, Rose', 'ballet', 'flats', 2490, 0, 'mint', '36–42', 'Soft flat with a small black bow.', { upper: '#e9a7a0', toe: '#d98880', accent: '#2a2029', lining: '#f3e6d6', mid: '#8a6248', out: '#8a6248' }],
  ['watamu-kitenge', 'Watamu Flat, Tumba', 'ballet', 'flats', 2690, 20, 'chalk', '36–42', 'Printed cotton, padded inside.', { upper: '#1b3a6b', toe: '#14294d', accent: '#f0a92e', accent2: '#d84a2b', print: 'tumba', lining: '#f6ecd8', mid: '#6b4a30', out: '#6b4a30' }],
  ['watamu-nyeusi', 'Watamu Flat, Black', 'ballet', 'flats', 2490, 0, 'lilac', '36–42', 'Folds into a bag for the trip home.', { upper: '#2b2730', toe: '#1e1b24', accent: '#1e1b24', lining: '#e9d8bf', mid: '#3a2c26', out: '#241c1a' }],
  ['naivasha-tembo', 'Naivasha Chelsea, Tan Suede', 'chelsea', 'men-shoes', 7290, 0, 'sky', '39–46', 'Suede, elastic sides, one pull and you are out.', { upper: '#b07a48', heel: '#a06c3e', accent: '#5a3a22', lining: '#d9bd96', gore: '#4a3222', mid: '#8a5a34', out: '#3a2618', tex: 'suede', matt: true }],
  ['naivasha-nyeusi', 'Naivasha Chelsea, Black', 'chelsea', 'men-shoes', 7400, 15, 'butter', '39–46', 'Polished black with a stitched welt.', { upper: '#2a2730', heel: '#221f28', accent: '#55505f', lining: '#c79e70', gore: '#17151b', mid: '#1f1c24', out: '#141118' }],
  ['naivasha-divai', 'Naivasha Chelsea, Wine', 'chelsea', 'women-shoes', 6990, 0, 'chalk', '36–42', 'Wine leather for the rains.', { upper: '#74243a', heel: '#611c2f', accent: '#3a1220', lining: '#dcb898', gore: '#3a1220', mid: '#4a1a28', out: '#2a1016' }],
  ['mdogo-nyanya', 'Mdogo Canvas, Tomato', 'plimsoll', 'unisex-shoes', 990, 0, 'sky', '30–36', 'A small canvas shoe for small feet, in tomato red.', { upper: '#d8432f', toe: '#fbf5ea', heel: '#b93322', accent: '#f2b632', lining: '#fbeadf', mid: '#fdfaf2', out: '#c99f66', lace: '#fdfbf6' }],
  ['mdogo-jani', 'Mdogo Canvas, Leaf', 'plimsoll', 'unisex-shoes', 990, 0, 'blush', '30–36', 'Leaf green with a white toe, for climbing things.', { upper: '#3f8f57', toe: '#fbf5ea', heel: '#2f7345', accent: '#d8432f', lining: '#e9f1e2', mid: '#fdfaf2', out: '#c99f66', lace: '#fdfbf6' }],
  ['watamu-pamba', 'Watamu Canvas Flat, Cotton', 'ballet', 'flats', 1190, 0, 'sky', '36–42', 'Plain cotton canvas with a little blue bow.', { upper: '#ece3d2', toe: '#ddd0b8', accent: '#2c4a86', lining: '#f8f2e6', mid: '#b58a5a', out: '#a87c4e', tex: 'canvas', matt: true }],
  ['diani-marijani', 'Diani Sandal, Coral', 'sandal', 'sandals', 2790, 0, 'mint', '36–41', 'Two coral straps on a soft bed, for sand and for town.', { upper: '#e2684f', accent: '#d0543e', lining: '#ecd2ae', mid: '#d9b585', out: '#7a4a34' }],
  ['diani-rasi', 'Diani Sandal, Lagoon', 'sandal', 'sandals', 2790, 10, 'butter', '36–41', 'The green of the water inside the reef.', { upper: '#1f8a86', accent: '#17706e', lining: '#e4d0aa', mid: '#d2ae7e', out: '#2b3d3c' }],
  ['aberdare-kahawia', 'Aberdare Welted Boot, Walnut', 'chelsea', 'men-shoes', 13900, 0, 'mint', '39–46', 'Walnut leather on a stitched welt, so that a cobbler can give it a second life.', { upper: '#6b4026', heel: '#58331d', accent: '#e0bd86', lining: '#c99a68', gore: '#33211a', mid: '#c59a62', out: '#2a1b14', thread: '#e0bd86' }],
]

export const catalogue = rows.map(([slug, name, kind, category, price, discount, wall, sizes, blurb, colors]) => ({ slug, name, kind, category, price, discount, wall, sizes, blurb, colors }))
export const views = ['side', 'pair', 'detail', 'flat']
