/** A text of the help page; `html` was sanitised on the server (core/markdown.ts). */
export function HelpText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets through nothing but words, tables, links and pictures of ours
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
