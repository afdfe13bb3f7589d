/** The key of the second factor: as a QR code, as a link for an app on this device, and as text. */
export function AppKey({ uri, picture }: { uri: string; picture: string }) {
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return (
    <>
      <p>Scan this picture with your code app.</p>
      <div className="app-key">
        <img src={picture} alt="QR code of the key below" width={196} height={196} />
        <div>
          <p>
            <a className="link" href={uri}>
              Open your code app
            </a>
            <span> if it is on this device.</span>
          </p>
          <p>Or type this key into it:</p>
          <p className="setup-key tabular">{key.replace(/.{4}(?=.)/g, '$& ')}</p>
        </div>
      </div>
    </>
  )
}
