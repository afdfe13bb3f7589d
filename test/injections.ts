const run = 'window.pwned=1'

/** Forty texts that run a script, or bring in something of another site, where a page takes them for markup, an attribute, an address or a script (promises §1 P11). */
export const injections = [
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `'><script>${run}</script>`,
  `</script><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `--><script>${run}</script>`,
  `</option></select><script>${run}</script>`,
  `<scr<script>ipt>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `"><img src=x onerror=${run}>`,
  `<IMG SRC=x oNeRRoR="${run}"`,
  `<svg onload=${run}>`,
  `<svg/onload=${run}//`,
  `<svg><script>${run}</script></svg>`,
  `<body onload=${run}>`,
  '<iframe src="javascript:parent.pwned=1"></iframe>',
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  `<details open ontoggle=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<audio src=x onerror=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<object data="javascript:${run}"></object>`,
  `<embed src="javascript:${run}">`,
  `<a href="javascript:${run}">pwned</a>`,
  `<form action="javascript:${run}"><button>pwned</button></form>`,
  `<math><mtext><table><mglyph><style><!--</style><img src=x onerror=${run}>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  '<base href="https://pwned.example/">',
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  '<link rel=stylesheet href="https://pwned.example/a.css">',
  "<style>@import 'https://pwned.example/a.css'</style>",
  `" autofocus onfocus=${run} x="`,
  `' onmouseover=${run} x='`,
  `javascript:${run}`,
  `JaVa\tscript:${run}`,
  'data:text/html,<script>parent.pwned=1</script>',
  `[pwned](javascript:${run}) ![x](x" onerror="${run})`,
  `';${run};'\u2028";${run};"\\`,
]

/** What of a document such a text has become: elements, attributes and addresses. Runs in a browser, and calls nothing outside itself. */
export function foreignParts(root: ParentNode): string[] {
  const has = (text: string | null | undefined) => /pwned/.test(text ?? '')
  const addresses = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'xlink:href', 'ping', 'srcset', 'manifest', 'background']
  const found: string[] = []
  for (const element of root.querySelectorAll('*')) {
    const name = element.localName
    const attributes = [...element.attributes]
    const note = (what: string) => found.push(`${what} in ${element.outerHTML.slice(0, 200)}`)
    if (['iframe', 'object', 'embed', 'base', 'link'].includes(name) && attributes.some(({ value }) => has(value))) note(`<${name}>`)
    if (name === 'meta' && element.hasAttribute('http-equiv') && has(element.getAttribute('content'))) note('<meta>')
    if (name === 'style' && has(element.textContent)) note('<style>')
    for (const { name: attribute, value } of attributes) {
      if (/^on/.test(attribute) || has(attribute) || attribute === 'srcdoc') note(attribute)
      if (attribute === 'style' && has(value)) note('style')
      // As a browser reads it: without control characters and spaces before, and without tabs and line ends anywhere.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what browsers leave out
      const address = value.replace(/^[\u0000- ]+|[\t\r\n]/g, '')
      const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[1]?.toLowerCase()
      if (addresses.includes(attribute) && has(value) && scheme && !['http', 'https', 'mailto', 'tel'].includes(scheme)) note(attribute)
    }
  }
  return found
}
