export type FormRequest = {
  url: string;
  headers: Record<string, string>;
  form: FormData;
  /** How much of the form was sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/**
 * Sends a form and reports progress, which fetch cannot.
 * @throws TypeError when the service cannot be reached or `signal` fires.
 */
export function sendForm({
  url,
  headers,
  form,
  onProgress,
  signal,
}: FormRequest): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new TypeError('the form could not be sent'));
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
