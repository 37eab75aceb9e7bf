// Turn notifications: the title of the tab always says that it is his turn; a notice and a sound if he wants them.

import { settings } from '../app/settings.svelte';

/** The title of the tab: how many games wait, before its name. */
export function turnTitle(waiting: number, name: string): string {
  return waiting ? `(${waiting}) Your turn · ${name}` : name;
}

/** The games that wait now and did not before: only they call. */
export function newlyWaiting(before: ReadonlySet<string> | null, now: readonly string[]): string[] {
  return before ? now.filter((match) => !before.has(match)) : [];
}

/** Whether this browser can show notices at all. */
export function canNotify(): boolean {
  return typeof Notification !== 'undefined';
}

/** Switch notices on, if the browser lets us; a sentence where it does not. */
export async function wantNotices(on: boolean): Promise<string> {
  settings.kept.notify = false;
  if (!on) return '';
  const allowed = canNotify() && (await Notification.requestPermission()) === 'granted';
  settings.kept.notify = allowed;
  return allowed ? '' : 'This browser shows no notices of this page; its own settings can allow them.';
}

/** Call the player, unless he is looking. */
export function call(name: string, path: string): void {
  if (!document.hidden) return;
  if (settings.kept.sound) ring();
  if (!settings.kept.notify || !canNotify() || Notification.permission !== 'granted') return;
  const notice = new Notification('Your turn', { body: name, tag: path, icon: '/icon.svg' });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

/** Two soft tones. */
export function ring(): void {
  try {
    const audio = new AudioContext();
    for (const [at, pitch] of [
      [0, 523],
      [0.18, 659],
    ] as const) {
      const [tone, volume] = [audio.createOscillator(), audio.createGain()];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.5);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.5);
    }
    setTimeout(() => void audio.close().catch(() => undefined), 1000);
  } catch {
    // A browser without sound still shows the title.
  }
}
