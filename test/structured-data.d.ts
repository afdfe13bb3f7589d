declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** Without schema.org's own file it holds data against what search engines ask of each type. */
    constructor(schema?: unknown)
    validate(extracted: unknown): Promise<{ severity: 'ERROR' | 'WARNING'; issueMessage: string; fieldNames: string[] }[]>
  }
}

declare module '@marbec/web-auto-extractor' {
  export default class WebAutoExtractor {
    constructor(options?: { addLocation?: boolean })
    parse(html: string): { jsonld: Record<string, unknown> }
  }
}
