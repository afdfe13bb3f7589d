import { constants, publicEncrypt, X509Certificate } from 'node:crypto'

/** The initiator's password, sealed for M-Pesa alone: RSA with PKCS #1 v1.5 padding and the certificate's key, in base64 (daraja §5). */
export function securityCredential(password: string, certificate: string): string {
  const key = new X509Certificate(certificate).publicKey
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password, 'utf8')).toString('base64')
}

/** Whether a password can be sealed with it: an X.509 certificate in PEM with an RSA key. */
export function isCertificate(text: string): boolean {
  try {
    return /^-----BEGIN CERTIFICATE-----/.test(text.trim()) && new X509Certificate(text).publicKey.asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
