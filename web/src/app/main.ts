// Entry point: fonts, styles, and the page itself.
import '@fontsource/source-sans-3/latin-400.css';
import '@fontsource/source-sans-3/latin-600.css';
import '@fontsource/source-sans-3/latin-700.css';
import '@fontsource/source-serif-4/latin-600.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/board.css';

import { mount } from 'svelte';

import App from './App.svelte';

mount(App, { target: document.getElementById('page')! });
